// Made from the route table by `npm run client-types`. Do not edit.
export interface components {
    schemas: {
        Constraint: {
            id?: string | null;
            category?: string | null;
            question?: string | null;
            /** @description The id of the suggested question that this answers, if any */
            questionId?: unknown;
            answer?: unknown;
            /** @description A list of attributes about which the words are kept although the good pictures show the opposite */
            confirmed?: unknown;
            dimension?: string | null;
            weight?: number | null;
            /** @description The id of the person whose judgement it is; absent for the team’s own. Judgements of different people about the same thing stand side by side. When judgements are added, it is the person who is signed in or owns the key; only the scope `admin` can send another, or null for the team’s own */
            by?: unknown;
            /** @description In the working changes, `true` marks the element with this id for removal */
            removed?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        Exemplar: {
            id?: string | null;
            label?: ("good" | "bad") | null;
            imageData?: string | null;
            url?: string | null;
            frameId?: string | null;
            dimension?: string | null;
            weight?: number | null;
            /** @description The id of the person whose judgement it is; absent for the team’s own. Judgements of different people about the same thing stand side by side. When judgements are added, it is the person who is signed in or owns the key; only the scope `admin` can send another, or null for the team’s own */
            by?: unknown;
            /** @description In the working changes, `true` marks the element with this id for removal */
            removed?: boolean | null;
            source?: unknown;
        } & {
            [key: string]: unknown;
        };
        Comparison: {
            id?: string | null;
            frameA?: components["schemas"]["FrameReference"] | null;
            frameB?: components["schemas"]["FrameReference"] | null;
            /** @description The id of the preferred frame, or "tie" */
            winner?: string | null;
            dimension?: string | null;
            weight?: number | null;
            /** @description The id of the person whose judgement it is; absent for the team’s own. Judgements of different people about the same thing stand side by side. When judgements are added, it is the person who is signed in or owns the key; only the scope `admin` can send another, or null for the team’s own */
            by?: unknown;
            /** @description In the working changes, `true` marks the element with this id for removal */
            removed?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        FrameReference: string | ({
            id: string;
            url?: string | null;
        } & {
            [key: string]: unknown;
        });
        LatentScores: {
            [key: string]: number;
        };
        WorkingChanges: {
            constraints: components["schemas"]["Constraint"][];
            exemplars: components["schemas"]["Exemplar"][];
            comparisons: components["schemas"]["Comparison"][];
        };
        Budget: {
            questions: components["schemas"]["BudgetCounter"];
            labels: components["schemas"]["BudgetCounter"];
            comparisons: components["schemas"]["BudgetCounter"];
        };
        BudgetCounter: {
            used: number;
            total: number;
        };
        SetThreshold: {
            pass: number;
            fail?: number;
        };
        /** @description Thresholds that were set, by dimension */
        SetThresholds: {
            [key: string]: components["schemas"]["SetThreshold"];
        };
        PartialSnapshot: {
            constraints?: components["schemas"]["Constraint"][];
            exemplars?: components["schemas"]["Exemplar"][];
            comparisons?: components["schemas"]["Comparison"][];
            latentScores?: components["schemas"]["LatentScores"];
        };
        PartialEffectiveSnapshot: {
            constraints?: components["schemas"]["Constraint"][];
            exemplars?: components["schemas"]["Exemplar"][];
            comparisons?: components["schemas"]["Comparison"][];
            latentScores?: components["schemas"]["LatentScores"];
            promptSummary?: string;
            embeddingCentroid?: number[];
        };
        ProfileExport: {
            /** @constant */
            format?: "palate.profile/1";
            /** @description A project of the account; created on first use */
            projectId: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            seed?: string | null;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt?: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            updatedAt?: string;
            profileData: components["schemas"]["ExportedProfileData"];
            effectiveOverride?: components["schemas"]["PartialEffectiveSnapshot"] | null;
            thresholds?: components["schemas"]["SetThresholds"];
        };
        ExportedProfileData: {
            branches: components["schemas"]["ExportedBranch"][];
            versions: components["schemas"]["ExportedVersion"][];
            currentBranchId: string;
            workingChanges: components["schemas"]["WorkingChanges"];
            budget: components["schemas"]["Budget"];
        };
        ExportedBranch: {
            id: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            description?: string | null;
            headVersionId: string | null;
            parentBranchId?: string | null;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /** @description The version at which the branch starts */
            startVersionId?: string | null;
        };
        ExportedVersion: {
            id: string;
            branchId: string;
            parentVersionId: string | null;
            message: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            mergedFrom?: string | null;
            seed?: string | null;
            snapshot: components["schemas"]["PartialSnapshot"];
        };
        /** @enum {string} */
        EventName: "profile.created" | "profile.updated" | "profile.deleted" | "profile.committed" | "profile.branch_created" | "profile.branch_switched" | "profile.rolled_back" | "profile.merged" | "annotation.completed" | "annotation.budget_reached" | "quality.alert" | "score.batch_completed" | "score.batch_failed" | "score.batch_canceled" | "share.answered" | "share.completed" | "person.joined" | "person.removed" | "api_key.created" | "api_key.revoked" | "webhook.disabled" | "webhook.test";
        /** @description A JSON-RPC 2.0 message */
        McpMessage: {
            [key: string]: unknown;
        };
        NewProfile: {
            /** @description A project of the account; created on first use */
            projectId: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            seed?: string | null;
            /** @description Id of a profile of the account; its effective state becomes the first commit of the new profile */
            basedOn?: string | null;
        };
        ProfileUpdate: {
            /** @description Leading and trailing white space is removed */
            name?: string;
            seed?: string | null;
            profileData?: components["schemas"]["ProfileDataUpdate"];
            effectiveSnapshot?: components["schemas"]["PartialEffectiveSnapshot"];
            /** @description Replaces the thresholds of these dimensions; null removes one */
            thresholds?: {
                [key: string]: components["schemas"]["SetThreshold"] | null;
            };
        };
        ProfileDataUpdate: {
            branches?: components["schemas"]["BranchUpdate"][];
            versions?: components["schemas"]["NewVersion"][];
            currentBranchId?: string;
            workingChanges?: components["schemas"]["WorkingChangesUpdate"];
            budget?: components["schemas"]["BudgetUpdate"];
        };
        BranchUpdate: {
            id: string;
            /** @description Leading and trailing white space is removed */
            name?: string;
            description?: string | null;
            /** @description Moves the head; unchanged if absent */
            headVersionId?: string | null;
            parentBranchId?: string | null;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt?: string;
        };
        NewVersion: {
            id: string;
            branchId?: string;
            parentVersionId?: string | null;
            message?: string;
            snapshot?: components["schemas"]["PartialSnapshot"];
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt?: string;
            mergedFrom?: string | null;
        };
        WorkingChangesUpdate: {
            constraints?: components["schemas"]["Constraint"][];
            exemplars?: components["schemas"]["Exemplar"][];
            comparisons?: components["schemas"]["Comparison"][];
        };
        BudgetUpdate: {
            questions?: components["schemas"]["BudgetCounterUpdate"];
            labels?: components["schemas"]["BudgetCounterUpdate"];
            comparisons?: components["schemas"]["BudgetCounterUpdate"];
        };
        BudgetCounterUpdate: {
            used?: number;
            total?: number;
        };
        MergeRequest: {
            sourceBranchId: string;
            targetBranchId: string;
            /**
             * @description How to settle conflicts; `ours` is the target branch. Default: `fail`
             * @enum {string}
             */
            strategy?: "fail" | "ours" | "theirs";
            /** @description The side to take for individual elements, by id. The strategy settles the other conflicts */
            resolutions?: components["schemas"]["MergeResolutions"];
            message?: string;
            /** @description Report the conflicts and store nothing */
            dryRun?: boolean;
        };
        MergeResolutions: {
            constraints?: {
                [key: string]: "ours" | "theirs";
            };
            exemplars?: {
                [key: string]: "ours" | "theirs";
            };
            comparisons?: {
                [key: string]: "ours" | "theirs";
            };
        };
        /** @description 1 to 1000 elements in total */
        NewAnnotations: {
            constraints?: components["schemas"]["Constraint"][];
            exemplars?: components["schemas"]["Exemplar"][];
            comparisons?: components["schemas"]["Comparison"][];
        };
        NewAsk: {
            /** @description URL of a picture, or `frame:` and its id; no data URL */
            first: string;
            /** @description URL of a picture, or `frame:` and its id; no data URL */
            second: string;
            /** @description `aesthetics` by default */
            dimension?: string;
        };
        ScoreRequest: {
            profile_id: string;
            /** @description 1 to 10000; ids need not be unique */
            frames: components["schemas"]["Frame"][];
            dimensions: string[];
            /** @description Score against this version */
            version_id?: string;
            /** @description Score against this branch's head */
            branch_id?: string;
            /** @description Include the working changes; not with version_id */
            include_working?: boolean;
            /** @description The id of a person of the account: score by their taste, which starts from the team’s and moves with their own judgements. Without it every person who taught the profile has the same say */
            person?: string;
            /** @description Add confidence and details to each frame, and what its people would say if two or more have taught the profile; frames × dimensions may then be at most 40000 */
            explain?: boolean;
            /** @description Add a verdict for each learned dimension to each frame; frames × dimensions may then be at most 40000 */
            verdict?: boolean;
            /** @description With verdict: false leaves `suggestions` and `changes` empty. To find them, up to twelve edited copies of each frame that does not pass are read, which takes most of the time */
            suggestions?: boolean;
            /** @description With explain or verdict: add to each frame which parts of it raise and lower the scores; at most 50 frames */
            regions?: boolean;
            /** @description Add the branch and the version that the frames are scored against */
            state?: boolean;
            /** @description Add `thumbnail_url` to each frame, if the service has a public URL */
            thumbnails?: boolean;
        };
        RewardRequest: {
            profile_id: string;
            /** @description 1 to 1000; ids need not be unique */
            frames: {
                id: string;
                /** @description http, https, data: or frame:<id>; in a form also part:<name> */
                url: string;
                /** @description What the picture was made from. The taste is of pictures, so it changes no reward */
                prompt?: string;
                /** @description Rewards of one group, such as samples of one prompt, are centred */
                group?: string;
            }[];
            /** @description A learned one; `aesthetics` if absent */
            dimension?: string;
            /** @description Judge by this version */
            version_id?: string;
            /** @description Judge by the head of this branch */
            branch_id?: string;
            /** @description Include the working changes; not with version_id */
            include_working?: boolean;
            /** @description The id of a person: reward by their taste */
            person?: string;
        };
        Frame: {
            id: string;
            /** @description http, https, data: or frame:<id>; in a form also part:<name> */
            url: string;
        };
        ExamplesRequest: {
            /** @description A picture (http, https, data: or frame:<id>). Without it, the most typical examples */
            url?: string;
            /** @description Default: 6 */
            limit?: number;
        };
        PreviewRequest: {
            /** @description The state before: a version id, a branch id, `working` or `working:<branch id>` */
            from?: string;
            /** @description The state after: a version id, a branch id, `working` (default), `working:<branch id>`, or a merge of two branches */
            to?: string | components["schemas"]["PreviewedMerge"];
            /** @description By default, the service chooses up to 12 of 60: those with another decision, labelled ones, and others across the whole range */
            frames?: components["schemas"]["Frame"][];
            /** @description Default: `aesthetics` */
            dimensions?: string[];
            /** @description Add the decisions before and after, and whether a move is more than uncertainty */
            verdict?: boolean;
        };
        PreviewedMerge: {
            merge: {
                sourceBranchId: string;
                targetBranchId: string;
                /**
                 * @description How to settle conflicts; `ours` is the target branch. Default: `fail`
                 * @enum {string}
                 */
                strategy?: "fail" | "ours" | "theirs";
                /** @description The side to take for individual elements, by id. The strategy settles the other conflicts */
                resolutions?: components["schemas"]["MergeResolutions"];
            };
        };
        BatchRequest: {
            profile_id: string;
            /** @description 1 to 10000; ids need not be unique */
            frames: components["schemas"]["Frame"][];
            dimensions: string[];
            /** @description Score against this version */
            version_id?: string;
            /** @description Score against this branch's head */
            branch_id?: string;
            /** @description Include the working changes; not with version_id */
            include_working?: boolean;
            /** @description The id of a person of the account: score by their taste, which starts from the team’s and moves with their own judgements. Without it every person who taught the profile has the same say */
            person?: string;
            /** @description Add confidence and details to each frame, and what its people would say if two or more have taught the profile; frames × dimensions may then be at most 40000 */
            explain?: boolean;
            /** @description Add a verdict for each learned dimension to each frame; frames × dimensions may then be at most 40000 */
            verdict?: boolean;
            /** @description With verdict: false leaves `suggestions` and `changes` empty. To find them, up to twelve edited copies of each frame that does not pass are read, which takes most of the time */
            suggestions?: boolean;
            /** @description With explain or verdict: add to each frame which parts of it raise and lower the scores; at most 50 frames */
            regions?: boolean;
            /** @description Add the branch and the version that the frames are scored against */
            state?: boolean;
            /** @description Your own data, stored and returned with the batch */
            metadata?: {
                [key: string]: unknown;
            };
        };
        FrameChange: {
            /** @description Ids of the frames */
            ids: string[];
            /** @description Tags to add */
            add?: string[];
            /** @description Tags to remove */
            remove?: string[];
            /** @description Null removes it; absent leaves it */
            prompt?: string | null;
            /** @description Null removes it; absent leaves it */
            group?: string | null;
            /** @description Null removes it; absent leaves it */
            seed?: string | null;
        };
        NewWebhook: {
            /** @description http or https, on the public internet */
            url: string;
            events: string[];
            /** @description Only this project's events; by default, those of the whole account */
            projectId?: string;
            description?: string;
        };
        WebhookUpdate: {
            /** @description http or https, on the public internet */
            url?: string;
            events?: string[];
            /** @description Null removes it */
            description?: string | null;
            /** @enum {string} */
            status?: "enabled" | "disabled";
        };
        WebhookSecretRotation: {
            /** @description How long both secrets sign; 86400 by default */
            overlapSeconds?: number;
        };
        DeadLetterFilter: {
            webhookId?: string;
            eventType?: components["schemas"]["EventName"];
            /**
             * @description Events at this time or later
             * @example 2026-01-02T03:04:05Z
             */
            since?: string;
            /**
             * @description Events before this time
             * @example 2026-01-02T03:04:05Z
             */
            until?: string;
        };
        DeliveryFilter: {
            /**
             * @description Deliveries created at this time or later
             * @example 2026-01-02T03:04:05Z
             */
            since: string;
            /**
             * @description Deliveries created before this time; now by default
             * @example 2026-01-02T03:04:05Z
             */
            until?: string;
            /**
             * @description Only deliveries with this status; both by default
             * @enum {string}
             */
            status?: "delivered" | "dead";
            /** @description Only events of this type */
            eventType?: components["schemas"]["EventName"];
        };
        NewBoard: {
            profileId: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            /**
             * @description `rows` by default
             * @enum {string}
             */
            layout?: "rows" | "grid" | "column";
            /** @description In the order in which they are shown; each frame once */
            pictures?: {
                /** @description A frame of the library of the project */
                frameId: string;
                caption?: string;
            }[];
        };
        BoardPatch: {
            /** @description Leading and trailing white space is removed */
            name?: string;
            /**
             * @description Rows of one height that fill the width, a grid of squares, or one picture below the other
             * @enum {string}
             */
            layout?: "rows" | "grid" | "column";
            /** @description In the order in which they are shown; each frame once */
            pictures?: {
                /** @description A frame of the library of the project */
                frameId: string;
                caption?: string;
            }[];
        };
        NewShare: {
            profileId: string;
            /** @description The heading of the page; the profile's name by default */
            title?: string;
            /** @description 14 by default */
            expiresInDays?: number;
            /** @description The pictures of a result, which are scored now; without them and `boardId`, the profile's overview is shared */
            frames?: {
                id: string;
                /** @description http, https, data: or frame:<id>; in a form also part:<name> */
                url: string;
                /** @description Shown with the picture; by default the name of the frame in the library without the ending, or else its id */
                name?: string;
            }[];
            /** @description Shares this board of the profile; not with `frames` */
            boardId?: string;
            /** @description What the pictures are scored in; `aesthetics` by default */
            dimension?: string;
            /** @description Marks the pictures that score lower */
            threshold?: number;
            /** @description Share this version */
            versionId?: string;
            /** @description Share this branch's head */
            branchId?: string;
            /** @description Include the working changes; not with versionId */
            includeWorking?: boolean;
        };
        ShareReview: {
            /** @description A secret that the browser made up and keeps. Whoever has it answers as the same reviewer */
            reviewer: string;
            name?: string;
            /** @description The number of the picture; none for a comment on the whole result */
            picture?: number | null;
            /**
             * @description Replaces the reviewer's own decision on the picture
             * @enum {string}
             */
            decision?: "undecided" | "approve" | "reject";
            comment?: string;
            pin?: {
                x: number;
                y: number;
            };
            /** @description The reviewer has finished */
            isDone?: boolean;
        };
        NewAlert: {
            profileId: string;
            dimension: string;
            below: number;
            /** @description Number of frames; 1 by default */
            over?: number;
        };
        NewApiKey: {
            /** @description Leading and trailing white space is removed */
            name: string;
            /** @description A project of the account; created on first use */
            projectId?: string;
            /** @description What the key may do; all scopes if absent */
            scopes?: ("read" | "score" | "teach" | "write" | "admin")[];
            expiresInDays?: number;
        };
        NewPerson: {
            /** @description Leading and trailing white space is removed */
            name: string;
            email?: string;
            /**
             * @description `viewer`: the scopes `read` and `score`; `judge`: also `teach`; `editor`: also `write`; `owner`: also `admin`
             * @enum {string}
             */
            role: "viewer" | "judge" | "editor" | "owner";
            /** @description The projects that the person is limited to; all if absent */
            projects?: string[];
        };
        PersonUpdate: {
            /** @description Leading and trailing white space is removed */
            name?: string;
            /** @description Null removes it */
            email?: string | null;
            /**
             * @description `viewer`: the scopes `read` and `score`; `judge`: also `teach`; `editor`: also `write`; `owner`: also `admin`
             * @enum {string}
             */
            role?: "viewer" | "judge" | "editor" | "owner";
            /** @description Null gives access to all projects */
            projects?: string[] | null;
            /**
             * @description `suspended` ends the person’s sessions, keys, links and invitation. `active` ends a suspension: the person can be invited and sign in again
             * @enum {string}
             */
            status?: "active" | "suspended";
        };
        ApiKeyRotation: {
            /** @description How long the old key keeps working; 0 by default */
            overlapSeconds?: number;
        };
        SignIn: {
            /** @description An API key */
            key?: string;
            /** @description A code from `POST /api/session/codes`, or of an invitation */
            code?: string;
        };
        InvitedSignOn: {
            /** @description The code of the invitation */
            code: string;
            /** @description The page to show afterwards; `/` by default */
            to?: string;
        };
        NewLogin: {
            /** @description Names the key, usually after the machine */
            name: string;
        };
        LoginDecision: {
            approve: boolean;
        };
        LoginCode: {
            code: string;
        };
        Profile: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            seed: string | null;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            updatedAt: string;
            thresholds?: components["schemas"]["SetThresholds"];
            profileData: components["schemas"]["ProfileData"];
            effectiveSnapshot: components["schemas"]["EffectiveSnapshot"];
        };
        ProfileSummary: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            seed: string | null;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            updatedAt: string;
            thresholds?: components["schemas"]["SetThresholds"];
        };
        ProfileList: {
            profiles: components["schemas"]["ProfileSummary"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        UpdatedProfile: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            seed: string | null;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            updatedAt: string;
            thresholds?: components["schemas"]["SetThresholds"];
        };
        ProfileData: {
            branches: components["schemas"]["Branch"][];
            versions: components["schemas"]["ListedVersion"][];
            currentBranchId: string;
            workingChanges: components["schemas"]["WorkingChanges"];
            budget: components["schemas"]["Budget"];
        };
        ListedVersion: {
            id: string;
            branchId: string;
            parentVersionId: string | null;
            message: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /** @description The branch head that this commit merged in */
            mergedFrom?: string;
            snapshot?: components["schemas"]["Snapshot"];
        };
        Branch: {
            id: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            description?: string;
            headVersionId: string | null;
            parentBranchId?: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
        };
        Version: {
            id: string;
            branchId: string;
            parentVersionId: string | null;
            message: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /** @description The branch head that this commit merged in */
            mergedFrom?: string;
            snapshot: components["schemas"]["Snapshot"];
        };
        HistoryEntry: {
            id: string;
            branchId: string;
            parentVersionId: string | null;
            message: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /** @description The branch head that this commit merged in */
            mergedFrom?: string;
            author: components["schemas"]["VersionAuthor"];
            changes: components["schemas"]["VersionChanges"];
        };
        HistoryEntryWithSnapshot: {
            id: string;
            branchId: string;
            parentVersionId: string | null;
            message: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /** @description The branch head that this commit merged in */
            mergedFrom?: string;
            author: components["schemas"]["VersionAuthor"];
            changes: components["schemas"]["VersionChanges"];
            snapshot: components["schemas"]["Snapshot"];
        };
        /** @description The person or API key that made the commit; null if unknown */
        VersionAuthor: components["schemas"]["Actor"] | null;
        /** @description How many elements differ from the parent version */
        VersionChanges: {
            constraints: {
                added: number;
                removed: number;
                changed: number;
            };
            exemplars: {
                added: number;
                removed: number;
                changed: number;
            };
            comparisons: {
                added: number;
                removed: number;
                changed: number;
            };
        };
        VersionList: {
            versions: components["schemas"]["HistoryEntry"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        Snapshot: {
            constraints: components["schemas"]["Constraint"][];
            exemplars: components["schemas"]["Exemplar"][];
            comparisons: components["schemas"]["Comparison"][];
            latentScores: components["schemas"]["LatentScores"];
        };
        EffectiveSnapshot: {
            constraints: components["schemas"]["Constraint"][];
            exemplars: components["schemas"]["Exemplar"][];
            comparisons: components["schemas"]["Comparison"][];
            latentScores: components["schemas"]["LatentScores"];
            promptSummary: string;
            embeddingCentroid: number[];
        };
        ProfileDiff: {
            from: string;
            to: string;
            constraints: components["schemas"]["ConstraintDiff"];
            exemplars: components["schemas"]["ExemplarDiff"];
            comparisons: components["schemas"]["ComparisonDiff"];
        };
        ConstraintDiff: {
            added: components["schemas"]["Constraint"][];
            removed: components["schemas"]["Constraint"][];
            changed: {
                id: string;
                from: components["schemas"]["Constraint"];
                to: components["schemas"]["Constraint"];
            }[];
        };
        ExemplarDiff: {
            added: components["schemas"]["Exemplar"][];
            removed: components["schemas"]["Exemplar"][];
            changed: {
                id: string;
                from: components["schemas"]["Exemplar"];
                to: components["schemas"]["Exemplar"];
            }[];
        };
        ComparisonDiff: {
            added: components["schemas"]["Comparison"][];
            removed: components["schemas"]["Comparison"][];
            changed: {
                id: string;
                from: components["schemas"]["Comparison"];
                to: components["schemas"]["Comparison"];
            }[];
        };
        MergeResult: {
            version: components["schemas"]["Version"] | null;
            conflicts: components["schemas"]["MergeConflict"][];
        };
        /** @description An element that both sides changed; null where it is missing. In a long list, only some conflicts include elements */
        MergeConflict: {
            /** @enum {string} */
            kind: "constraints" | "exemplars" | "comparisons";
            id: string;
            ours?: ({
                id: string;
            } & {
                [key: string]: unknown;
            }) | null;
            theirs?: ({
                id: string;
            } & {
                [key: string]: unknown;
            }) | null;
            base?: ({
                id: string;
            } & {
                [key: string]: unknown;
            }) | null;
        };
        AddedAnnotations: {
            constraints: components["schemas"]["Constraint"][];
            exemplars: components["schemas"]["Exemplar"][];
            comparisons: components["schemas"]["Comparison"][];
            /** @description The judgements that the new ones replace, in the working changes or at the head, as they were. Pictures inside them are left out if they are large */
            replaced: ({
                id: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description The elements that changed something, and what the working changes had in their place: for undo */
            changes: {
                /** @enum {string} */
                list: "constraints" | "exemplars" | "comparisons";
                id: string;
                /**
                 * @description What the working changes had before: nothing (`nothing`), or nothing while the head has the judgement (`committed`); a judgement, which is in `replaced` (`uncommitted`), or is too large to be there whole (`too_large`); a removal mark (`removed`)
                 * @enum {string}
                 */
                before: "nothing" | "committed" | "uncommitted" | "removed" | "too_large";
            }[];
            /** @description How each constraint was taken. `wishes` is empty if it expresses none, or if no attribute matches its words */
            understood: components["schemas"]["UnderstoodAnswer"][];
            budget: components["schemas"]["Budget"];
        };
        RemovedAnnotation: {
            budget: components["schemas"]["Budget"];
        };
        DiscardedAnnotations: {
            budget: components["schemas"]["Budget"];
            /** @description Restores what was discarded, with `POST …/discards/:discardId/restore`. Null if nothing was discarded, or if the account has no room to keep it */
            discardId: string | null;
        };
        RestoredDiscard: {
            budget: components["schemas"]["Budget"];
            /** @description How many elements are back */
            restored: number;
            /** @description How many were judged again by the same person since. Their newer judgements stay */
            judgedAgain: number;
        };
        Ask: {
            id: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description Until then it can be answered, and the answer read
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt: string;
            /** @description Null until somebody has chosen, and again after they have taken it back */
            answer: {
                /** @enum {string} */
                choice: "first" | "second" | "no difference" | "both good" | "both bad";
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                answeredAt: string;
            } | null;
        };
        ScoreResponse: {
            scores: components["schemas"]["FrameScore"][];
            latency_ms: number;
            /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
            model: string;
            /** @description The branch; null if the request named a version */
            branch_id?: string | null;
            /** @description The version; null if the branch has no commits */
            version_id?: string | null;
        };
        RewardResponse: {
            rewards: components["schemas"]["FrameReward"][];
            latency_ms: number;
            /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
            model: string;
        };
        FrameReward: {
            frame_id: string;
            /** @description Log odds of the score, less what is uncertain and unlike everything judged */
            reward: number | null;
            score: number | null;
            /** @description How unlike everything judged the picture is, from 0 to 1 */
            novelty: number | null;
            error?: components["schemas"]["FrameError"];
        };
        /** @description Also has a member for each dimension: a number, or null if there is an error */
        FrameScore: {
            frame_id: string;
            error?: components["schemas"]["FrameError"];
            confidence?: {
                [key: string]: number;
            };
            details?: {
                [key: string]: components["schemas"]["Explanation"];
            };
            verdict?: {
                [key: string]: components["schemas"]["Verdict"];
            };
            /** @description By dimension. Absent if the pixels of the frame can no longer be read */
            regions?: {
                [key: string]: components["schemas"]["Regions"];
            };
            /** @description With `explain`, if two or more people have taught the profile: how those who judged most would score the frame. Whoever has the role `judge` gets neither this, `split` nor `details` for a picture that others have judged and they have not */
            people?: ({
                id: string;
                name: string | null;
            } & {
                [key: string]: unknown;
            })[];
            /** @description By dimension: the probability that two of them, chosen at random, would judge the frame differently */
            split?: {
                [key: string]: number;
            };
            /** @description A thumbnail that can be read without a key, for at least 30 days */
            thumbnail_url?: string;
        } & {
            [key: string]: number | null;
        };
        FrameError: {
            code: string;
            message: string;
            retryable: boolean;
        };
        /** @description A learned dimension has `reasons` and what they consist of. An attribute has `measured`, `low` and `high` */
        Explanation: {
            /** @description Only for `likeness`: the score in a sentence */
            summary?: string;
            /** @description In log odds of being called good */
            utility?: number;
            /** @description The standard deviation of the utility */
            deviation?: number;
            /** @description What was expected before any judgement */
            prior?: {
                /** @description What people in general find; not for `likeness` */
                crowd?: number;
                /** @description What the team would say, if the score is that of a person */
                team?: number;
                /** @description What the other profiles of the project have in common */
                others?: number;
                /** @description Only for `likeness`: the ways in which pictures can be alike */
                views?: {
                    view: string;
                    share: number;
                    logOdds: number;
                }[];
                /** @description The answers that moved the score, as they were understood */
                constraints: {
                    attribute: string;
                    measured: number;
                    /** @description In log odds of being called good */
                    contribution: number;
                    phrase: string;
                }[];
                usability?: {
                    attribute: string;
                    measured: number;
                    /** @description In log odds of being called good */
                    contribution: number;
                    reason: string;
                }[];
            };
            /** @description Only for `usability`: what the screen is like, by name */
            qualities?: {
                [key: string]: number;
            };
            learned?: {
                /** @description In log odds of being called good */
                part: number;
                /** @description The judged pictures that moved the score most, by the elements that judge them */
                nearest: {
                    elements: string[];
                    influence: number;
                }[];
            };
            /** @description What moved the score, largest first. The effects add up to its distance from 0.5 */
            reasons?: components["schemas"]["ScoreReason"][];
            /** @description How the picture differs from most others */
            attributes?: {
                name: string;
                value: number;
                word: string;
            }[];
            measured?: number;
            /** @description What 0 means */
            low?: string;
            /** @description What 1 means */
            high?: string;
        };
        ScoreReason: {
            text: string;
            /** @description In points of the score: positive raised it, negative lowered it */
            effect: number;
            /** @description The ids of the elements that judge the pictures which the reason is about */
            elements?: string[];
        };
        Verdict: {
            /** @enum {string} */
            decision: "pass" | "revise" | "fail";
            /** @description The probability that the decision is right, calibrated on held-out labels */
            certainty: number;
            /** @description Whether `certainty` is below 0.75 */
            unsure: boolean;
            /** @description A picture with at least this score is accepted */
            pass: number;
            /** @description A picture with a lower score is rejected; in between, it needs work */
            fail: number;
            /** @description How unlike everything judged the frame is; from 0.95 on the decision is `revise` at best */
            novelty: number;
            /**
             * @description What the frame is instead of a page or a picture; it never passes unless good exemplars are like it
             * @enum {string}
             */
            problem?: "blank" | "noise" | "unstyled" | "error_page";
            /** @description Up to five sentences on how the frame departs from what the profile likes, strongest first */
            differences: string[];
            /** @description The same changes as imperatives, with their gain */
            suggestions: string[];
            /** @description Up to five changes that raise the score, largest gain first. Each was made to a copy of this picture. Empty if the frame passes, and if its pixels can no longer be read */
            changes: {
                /**
                 * @description What was done to the copy
                 * @enum {string}
                 */
                change: "more_space" | "fewer_elements" | "fewer_colours" | "larger_text" | "lighter" | "more_contrast" | "muted" | "aligned" | "warmer" | "softer" | "crop_closer" | "straighter" | "lift_shadows" | "smoother" | "less_space" | "more_elements" | "more_colours" | "smaller_text" | "darker" | "less_contrast" | "purer" | "freer" | "cooler" | "sharper" | "deepen_shadows" | "more_texture";
                /** @description How strongly, as a share of the strongest change of this kind */
                amount: number;
                /** @description How much the score rose */
                gain: number;
            }[];
        };
        Regions: {
            /** @description 4 to 8, by the proportions of the picture */
            rows: number;
            columns: number;
            /** @description For each cell, row by row, how much of the score is due to it: the score minus that of the picture with the cell hidden behind its blurred surroundings. A negative cell pulls the score down */
            effects: number[];
            /** @description Where the cell is that pulls the score down most, and what it is like: "mostly the upper left: busy". Absent if none stands out */
            words?: string;
        };
        Threshold: {
            /** @description A picture with at least this score is accepted */
            pass: number;
            /** @description A picture with a lower score is rejected; in between, it needs work */
            fail: number;
            /**
             * @description Chosen by someone, learned from at least three good and three bad labels that the model tells apart, or the default
             * @enum {string}
             */
            source: "set" | "learned" | "default";
            /** @description How many of the held-out labels reach `pass` */
            evidence: {
                good: {
                    total: number;
                    passed: number;
                };
                bad: {
                    total: number;
                    passed: number;
                };
            };
        };
        DimensionThreshold: {
            /** @description A picture with at least this score is accepted */
            pass: number;
            /** @description A picture with a lower score is rejected; in between, it needs work */
            fail: number;
            /**
             * @description Chosen by someone, learned from at least three good and three bad labels that the model tells apart, or the default
             * @enum {string}
             */
            source: "set" | "learned" | "default";
            /** @description How many of the held-out labels reach `pass` */
            evidence: {
                good: {
                    total: number;
                    passed: number;
                };
                bad: {
                    total: number;
                    passed: number;
                };
            };
            dimension: string;
            /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
            model: string;
        };
        Brief: {
            name: string;
            seed?: string;
            summary: string;
            /** @description Short phrases, strongest first */
            aim: string[];
            /** @description Short phrases */
            avoid: string[];
            /** @description What the judgements are probably about, if that is clear */
            belief?: string;
            /** @description For the phrases that pictures show, how many good and bad ones are that way */
            evidence: {
                phrase: string;
                good: {
                    count: number;
                    of: number;
                };
                bad: {
                    count: number;
                    of: number;
                };
            }[];
            /** @description Up to eight colours of the good exemplars, largest share first */
            palette: {
                hex: string;
                share: number;
            }[];
            thresholds: {
                [key: string]: components["schemas"]["Threshold"];
            };
            /** @description Share of held-out judgements that are predicted correctly; null if there are too few */
            predicts: {
                accuracy: number;
                judgements: number;
            } | null;
            /** @description What to judge next, if nearly all labels are of one side */
            advice?: string;
            examples: {
                good: components["schemas"]["BriefExample"][];
                bad: components["schemas"]["BriefExample"][];
            };
            /** @description Up to 24 elements that call a picture good, those first whose pictures stand for the others best */
            representative: string[];
            /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
            model: string;
        };
        BriefExample: {
            elementId: string;
            /** @description The path of a WebP thumbnail, relative to the service */
            thumbnail: string;
            name?: string;
        };
        Dimension: {
            name: string;
            /** @enum {string} */
            kind: "learned" | "attribute";
            description: string;
        };
        DimensionList: {
            dimensions: components["schemas"]["Dimension"][];
        };
        Diagnostics: {
            profileId: string;
            versionId: string | null;
            /** @description Identifies the space in which pictures are compared */
            embedder: string;
            /** @description Number of distinct pictures that could be read */
            pictures: number;
            dimensions: components["schemas"]["DimensionDiagnostics"][];
            /** @description What each answer means for attributes; the seed has the id "seed" */
            understood: components["schemas"]["UnderstoodAnswer"][];
            /** @description How good and bad pictures differ from pictures in general */
            tendencies: components["schemas"]["Tendencies"];
            /** @description Words that ask for the opposite of a claim of `tendencies`. To keep the pictures, change or remove the words; to keep the words, list the attribute in `confirmed` of a constraint */
            wordsAgainstPictures: {
                /** @description The constraint that says so; `seed` for the description of the profile */
                answer: string;
                /** @description What was asked for */
                phrase: string;
                attribute: string;
                /**
                 * @description What the good pictures have of it
                 * @enum {string}
                 */
                direction: "more" | "less";
                /** @description Both in words */
                statement: string;
                good: {
                    count: number;
                    of: number;
                };
                bad: {
                    count: number;
                    of: number;
                };
                /** @description Thumbnails of up to three good pictures that show it most */
                pictures: string[];
            }[];
            unusable: components["schemas"]["UnusableElement"][];
            /** @description Elements about the same thing, in one dimension, that say different things */
            contradictions: components["schemas"]["Contradiction"][];
        };
        DimensionDiagnostics: {
            name: string;
            /** @description Pictures by their last label */
            labels: {
                good: number;
                bad: number;
            };
            /** @description Compared pairs, each counted once */
            comparisons: number;
            /** @description Answered questions, each counted once */
            constraints: number;
            consistency: components["schemas"]["Consistency"];
            /** @description Share of held-out judgements that are predicted correctly; null if there are too few */
            selfPrediction: {
                judgements: number;
                correct: number;
                statement: string;
            } | null;
            /** @description The same with smaller training sets */
            learningCurve: {
                judgements: number;
                correct: number;
            }[];
            /** @description Whether more judgements would help little */
            enough: boolean;
            /** @description Approximate number of judgements that would still help; 0 if `enough` */
            remaining: number;
            /** @description What to judge next, if nearly all labels are of one side */
            advice?: string;
            /** @description Changes of taste, after which the earlier labels teach nothing; absent if there are none */
            changes?: {
                /** @description The person whose taste changed; absent for the labels of the team */
                by?: string;
                /** @description The first exemplar of the new taste */
                since: string;
                /** @description When it was labelled, if that is known */
                at?: string;
                /** @description The exemplars that were labelled before */
                earlier: string[];
                statement: string;
            }[];
            /** @description How far the owner agrees with people in general; null if the crowd's opinion is unknown */
            agreement: {
                /** @description 1: follows the crowd as most people do. 0: ignores the crowd. Negative: prefers the opposite */
                factor: number;
                /** @enum {string} */
                stance: "agree" | "own_way" | "opposite" | "unclear";
                /** @description The stance in words */
                statement: string;
            } | null;
        };
        Consistency: {
            contradictoryLabels: string[][];
            contradictoryComparisons: string[][];
            /** @description Share of repeated comparisons that were judged as before; null if there were none */
            repeatAgreement: number | null;
            transitivity: number | null;
            cycles: string[][];
            groups: number;
        };
        Contradiction: {
            /** @enum {string} */
            kind: "constraints" | "exemplars" | "comparisons";
            /** @description The question, the address of the picture, or the ids of the two frames */
            about: string;
            /** @description Ids of elements about it that do not all say the same */
            elements: string[];
        };
        UnderstoodAnswer: {
            id: string;
            wishes: components["schemas"]["AttributeWish"][];
            notUnderstood: string[];
        };
        Tendencies: {
            /** @description Labelled pictures, in all dimensions, that could be read */
            pictures: {
                good: number;
                bad: number;
            };
            /** @description What separates the good pictures from the bad ones, the largest difference first. The brief, the summary and the verdicts claim nothing else. If the judgements were coin flips, 1 profile in 10 would have any */
            claims: {
                attribute: string;
                /**
                 * @description Whether the good pictures have more or less of it
                 * @enum {string}
                 */
                direction: "more" | "less";
                /** @description What to call the good pictures, in words for their kind of picture */
                word: string;
                opposite: string;
                /** @description Mean shares of pictures of the same kind that have less; null without such pictures */
                ranks: {
                    good: number | null;
                    bad: number | null;
                };
                /** @description How many good pictures are on the liked side of the middle between the two */
                good: {
                    count: number;
                    of: number;
                };
                /** @description How many bad ones are */
                bad: {
                    count: number;
                    of: number;
                };
            }[];
            /** @description Every attribute that scoring measures */
            attributes: components["schemas"]["AttributeTendency"][];
        };
        AttributeTendency: {
            attribute: string;
            /** @description The mean over the good pictures; null if there are none */
            good: number | null;
            /** @description The mean over the bad pictures; null if there are none */
            bad: number | null;
            /** @description The median over typical pictures */
            general: number;
            /** @description Thumbnails of the good pictures with the lowest and the highest value; absent if none is good */
            examples?: {
                lowest: string;
                highest: string;
            };
        };
        AttributeWish: {
            attribute: string;
            /**
             * @description Whether more or less of the attribute is wished than typical pictures have
             * @enum {string}
             */
            direction: "more" | "less" | "middle";
            low: number;
            high: number;
            strength: number;
            phrase: string;
            /**
             * @description Present if the phrase names what is not wanted
             * @constant
             */
            isUnwanted?: true;
        };
        UnusableElement: {
            /** @enum {string} */
            kind: "constraints" | "exemplars" | "comparisons";
            id: string;
            code: string;
            message: string;
            retryable: boolean;
        };
        ExampleList: {
            examples: components["schemas"]["LabelledExample"][];
        };
        LabelledExample: {
            elementId: string;
            /** @description The path of a WebP thumbnail, relative to the service */
            thumbnail: string;
            name?: string;
            /** @enum {string} */
            label: "good" | "bad";
        };
        Suggestions: {
            suggestions: components["schemas"]["Suggestion"][];
            /** @description Whether more judgements would help little */
            enough: boolean;
            /** @description Approximate number of judgements that would still help; 0 if `enough` */
            remaining: number;
            /** @description What the judgements are probably about, in one sentence; absent if nothing is clear */
            belief?: string;
        };
        Suggestion: {
            /** @constant */
            kind: "comparison";
            frameA: components["schemas"]["SuggestedFrame"];
            frameB: components["schemas"]["SuggestedFrame"];
            /** @description How informative the answer is expected to be, 0 to 1 */
            gain: number;
            /** @description Why it is suggested, in words */
            reason: string;
            /**
             * @description The pair was judged before and is repeated on purpose. Send `repeat: true` with the answer: otherwise it replaces the earlier one, and if it is the same, the pair is suggested again
             * @constant
             */
            repeat?: true;
        } | {
            /** @constant */
            kind: "label";
            frame: components["schemas"]["SuggestedFrame"];
            /** @description How informative the answer is expected to be, 0 to 1 */
            gain: number;
            /** @description Why it is suggested, in words */
            reason: string;
        } | {
            /** @constant */
            kind: "question";
            /** @description Send the answer as a constraint with this `questionId` */
            id: string;
            category: string;
            question: string;
            answers: string[];
            /** @description How informative the answer is expected to be, 0 to 1 */
            gain: number;
            /** @description Why it is suggested, in words */
            reason: string;
        };
        SuggestedFrame: {
            id: string;
            /** @description Null if the frame was scored as a data URL that was not stored */
            url: string | null;
        };
        ProfilePeople: {
            /** @description Who has judged in this dimension, most judgements first; at most 30 */
            people: components["schemas"]["PersonTaste"][];
            /** @description Least agreement first */
            pairs: components["schemas"]["PersonPair"][];
        };
        PersonTaste: {
            /** @description The id of a person */
            id: string;
            /** @description Null if the account does not have the person, or no longer */
            name: string | null;
            /** @description How many questions, pictures and pairs the person has judged in this dimension */
            judgements: {
                questions: number;
                labels: number;
                comparisons: number;
            };
            /** @description Shares from 0 to 1; null where there is too little to tell */
            agreement: {
                /** @description With the others who judged the same, on average */
                team: number | null;
                /** @description The share of what was judged again that was judged as before */
                self: number | null;
            };
            /** @description How the person likes it, compared with the rest of the team */
            differs: string[];
        };
        PersonPair: {
            /** @description The id of a person */
            a: string;
            /** @description The id of a person */
            b: string;
            /** @description The share of `shared` on which both said the same; null if it is too little */
            agreement: number | null;
            /** @description How many pictures and pairs both judged */
            shared: number;
            /** @description How A likes it, compared with B */
            differs: string[];
        };
        Disagreements: {
            /** @description Pictures that people labelled differently, largest first */
            judged: components["schemas"]["JudgedPictureVotes"][];
            /** @description Frames of the project on which judgements would probably differ, largest first */
            likely: components["schemas"]["LikelyDisagreement"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        JudgedPictureVotes: {
            picture: {
                /** @description One of the exemplars that judge it */
                elementId: string;
                /** @description Null if the picture was sent as data */
                url: string | null;
                /** @description SHA-256 of the bytes in hex; null if they were not read */
                contentHash: string | null;
                /** @description Path on this service that shows it; null if there is none */
                thumbnail: string | null;
                /** @description Of a frame of the library */
                name?: string;
            };
            votes: {
                /** @description The id of a person */
                by: string;
                /** @enum {string} */
                label: "good" | "bad";
            }[];
        };
        LikelyDisagreement: {
            frame: {
                id: string;
                /** @description Null if the frame was scored as a data URL that was not stored */
                url: string | null;
                /** @description SHA-256 of the bytes in hex; null if they were not read */
                contentHash: string | null;
                /** @description Path on this service that shows it; null if there is none */
                thumbnail: string | null;
                /** @description Of a frame of the library */
                name?: string;
            };
            /** @description The probability that two of the people, chosen at random, judge it differently */
            split: number;
            scores: {
                /** @description The id of a person */
                by: string;
                score: number;
            }[];
        };
        Preview: {
            from?: components["schemas"]["PreviewedState"];
            to: components["schemas"]["PreviewedState"];
            /** @description How many frames were scored */
            considered: number;
            /** @description With `verdict`, by learned dimension: how many of them have another decision */
            decidedAnew?: {
                [key: string]: number;
            };
            frames: components["schemas"]["PreviewedFrame"][];
        };
        PreviewedState: {
            /** @description The version that was scored; null before the first commit */
            versionId: string | null;
            /**
             * @description Set if the working changes were applied to it
             * @constant
             */
            working?: true;
            /** @description For a merge: the head of the source branch, which was merged into the version */
            mergedFrom?: string | null;
        };
        PreviewedFrame: {
            id: string;
            /** @description Null for a data URL that is too long to repeat */
            url: string | null;
            /** @description The file name of a library frame */
            name?: string;
            /** @description The path of a thumbnail */
            thumbnail?: string;
            /** @description By dimension; null if the frame has an error */
            from?: {
                [key: string]: number | null;
            };
            /** @description By dimension; null if the frame has an error */
            to: {
                [key: string]: number | null;
            };
            /** @description With `verdict`, by learned dimension: the decisions by the scores, without a look at the pixels */
            verdict?: {
                [key: string]: {
                    /** @enum {string} */
                    from?: "pass" | "revise" | "fail";
                    /** @enum {string} */
                    to: "pass" | "revise" | "fail";
                    /** @description Whether the score moves by more than the standard deviation of the model, in log odds */
                    isSure: boolean;
                };
            };
            error?: components["schemas"]["FrameError"];
        };
        RefreshResult: {
            pictures: number;
            unusable: components["schemas"]["UnusableElement"][];
        };
        Batch: {
            batch_id: string;
            profile_id: string;
            /** @description The branch; null if the request named a version */
            branch_id?: string | null;
            version_id: string | null;
            /** @enum {string} */
            status: "in_progress" | "canceling" | "completed" | "canceled" | "failed";
            counts: components["schemas"]["BatchCounts"];
            metadata: {
                [key: string]: unknown;
            };
            /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
            model?: string;
            /** @description Only if several models made the results, because the service was upgraded meanwhile: each with the `seq` of its first result. Their numbers are not comparable */
            models?: {
                /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
                model: string;
                seq: number;
            }[];
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            created_at: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            completed_at?: string;
        };
        BatchCounts: {
            total: number;
            succeeded: number;
            failed: number;
            canceled: number;
        };
        BatchList: {
            batches: components["schemas"]["Batch"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        LibraryFrame: {
            id: string;
            /** @description `frame:` followed by the id; usable wherever a picture URL is */
            url: string;
            projectId: string;
            /** @description The file's own name, without a path */
            name?: string;
            /** @description In pixels, upright */
            width: number;
            height: number;
            bytes: number;
            /**
             * @description Detected from the bytes, whatever media type was sent
             * @enum {string}
             */
            contentType: "image/jpeg" | "image/png" | "image/webp" | "image/gif" | "image/avif";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /** @description In alphabetical order; absent if there are none */
            tags?: string[];
            /** @description The text it was generated from. Pictures of one prompt can be exported as pairs for training */
            prompt?: string;
            /** @description Names the run that it came from, with others */
            group?: string;
            /** @description A whole number as text, because JSON numbers are not exact above 2^53 */
            seed?: string;
        };
        DeletedFrame: {
            /** @constant */
            success: true;
            /** @description With `force=true`: whether nothing is left of the picture in the projects that the key may use, apart from backups */
            erased?: boolean;
            /** @description Ids of what else has the same picture: other frames, and profiles that were taught with it, which keep its features and thumbnails */
            keptFor?: {
                frames: string[];
                profiles: string[];
            };
        };
        Board: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId: string;
            profileId: string;
            name: string;
            /**
             * @description Rows of one height that fill the width, a grid of squares, or one picture below the other
             * @enum {string}
             */
            layout: "rows" | "grid" | "column";
            pictureCount: number;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            updatedAt: string;
            /** @description Grows with each change. In quotation marks it is the `ETag` */
            revision: number;
            pictures: {
                frameId: string;
                caption?: string;
                /** @description Null once the frame was deleted from the library */
                frame: {
                    name: string | null;
                    width: number;
                    height: number;
                } | null;
            }[];
        };
        BoardSummary: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId: string;
            profileId: string;
            name: string;
            /**
             * @description Rows of one height that fill the width, a grid of squares, or one picture below the other
             * @enum {string}
             */
            layout: "rows" | "grid" | "column";
            pictureCount: number;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            updatedAt: string;
            /** @description The ids of its first frames, at most 4 */
            cover: string[];
        };
        BoardList: {
            boards: components["schemas"]["BoardSummary"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        Share: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId: string;
            profileId: string;
            /** @enum {string} */
            kind: "overview" | "result" | "board";
            title: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description When the link stopped working or will stop
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt: string;
            pictureCount: number;
            answerCount: number;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            lastAnswerAt?: string;
        };
        CreatedShare: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId: string;
            profileId: string;
            /** @enum {string} */
            kind: "overview" | "result" | "board";
            title: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description When the link stopped working or will stop
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt: string;
            pictureCount: number;
            answerCount: number;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            lastAnswerAt?: string;
            /** @description The link: a path on this service, or a whole address if it has a public one. Absent when the request is repeated */
            url?: string;
        };
        ShareWithAnswers: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId: string;
            profileId: string;
            /** @enum {string} */
            kind: "overview" | "result" | "board";
            title: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description When the link stopped working or will stop
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt: string;
            pictureCount: number;
            answerCount: number;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            lastAnswerAt?: string;
            pictures: components["schemas"]["SharedPicture"][];
            /** @description Oldest first */
            answers: components["schemas"]["ShareAnswer"][];
            /** @description Visitors whose answers are saved one by one, or who are done */
            reviewers: components["schemas"]["ShareReviewer"][];
        };
        ShareList: {
            shares: components["schemas"]["Share"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        SharedPicture: {
            /** @description Counts from 0, in the order of the page */
            number: number;
            name: string;
            /** @description The path of a WebP thumbnail, relative to the service */
            thumbnail: string | null;
            /** @description The frame of the library, if it is one */
            url?: string;
            /** @enum {string} */
            label?: "good" | "bad";
            score?: number;
        };
        ShareAnswer: {
            id: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            at: string;
            /** @description The number of the picture; null for the whole result */
            picture: number | null;
            /** @enum {string} */
            decision?: "undecided" | "approve" | "reject";
            comment?: string;
            /** @description The spot of the picture that the comment is about */
            pin?: {
                x: number;
                y: number;
            };
            /** @description As entered by the visitor; not verified */
            author?: string;
            /** @description Who it belongs to. Absent if it came with the form, where answers belong to the name of their author */
            reviewer?: string;
        };
        ShareReviewer: {
            id: string;
            /** @description As entered by the visitor; not verified */
            name?: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            joinedAt: string;
            /**
             * @description When the visitor said that they are done
             * @example 2026-01-02T03:04:05Z
             */
            completedAt?: string;
        };
        LibraryFrameList: {
            frames: components["schemas"]["LibraryFrame"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        ChangedFrames: {
            frames: components["schemas"]["LibraryFrame"][];
        };
        ProfilePicture: {
            elementId: string;
            /** @enum {string} */
            kind: "exemplars" | "comparisons";
            /**
             * @description For a comparison: which side
             * @enum {string}
             */
            side?: "a" | "b";
            /**
             * @description `unread` until a state with the element is first used; `unusable` if the picture cannot be read
             * @enum {string}
             */
            status: "read" | "unread" | "unusable";
            /** @description Why it is unusable */
            reason?: string;
            /** @description Path on this service that returns the picture as WebP */
            thumbnail?: string;
            /** @description SHA-256 of the bytes in hex; absent if they are not known. In the path of the thumbnail */
            contentHash?: string;
            /**
             * @description When it was judged; absent if it was not sent as an annotation
             * @example 2026-01-02T03:04:05Z
             */
            judgedAt?: string;
            /** @description The person or API key that judged it */
            judgedBy?: components["schemas"]["Actor"];
        };
        ProfilePictureList: {
            pictures: components["schemas"]["ProfilePicture"][];
        };
        RecentFrame: {
            /** @description The id that it was scored under */
            id: string;
            /** @description Null for a data URL longer than 8 KiB */
            url: string | null;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            scoredAt: string;
            profileId: string;
            /** @description By dimension */
            scores: {
                [key: string]: number;
            };
            /** @description Null if there is none yet */
            thumbnail: string | null;
        };
        RecentFrameList: {
            frames: components["schemas"]["RecentFrame"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        SimilarFrame: {
            frame: components["schemas"]["LibraryFrame"];
            /** @description Up to 1 for the same picture; the cosine of the two embeddings */
            similarity: number;
        };
        SimilarFrameList: {
            frames: components["schemas"]["SimilarFrame"][];
        };
        FrameStack: {
            /** @description Two or more frames, in the order of their names */
            ids: string[];
        };
        FrameStackList: {
            stacks: components["schemas"]["FrameStack"][];
        };
        Webhook: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId?: string;
            /** @description http or https, on the public internet */
            url: string;
            events: string[];
            description?: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description `gone`: the receiver responded with 410; `failing`: every attempt failed for five days; `requested`: disabled by PATCH
             * @enum {string}
             */
            disabledReason?: "requested" | "gone" | "failing";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            updatedAt: string;
        };
        CreatedWebhook: {
            id: string;
            /** @description A project of the account; created on first use */
            projectId?: string;
            /** @description http or https, on the public internet */
            url: string;
            events: string[];
            description?: string;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description `gone`: the receiver responded with 410; `failing`: every attempt failed for five days; `requested`: disabled by PATCH
             * @enum {string}
             */
            disabledReason?: "requested" | "gone" | "failing";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            updatedAt: string;
            /** @description Signs the events; absent from a replayed response */
            secret?: string;
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        Delivery: {
            id: string;
            webhookId: string;
            eventId: string;
            eventType: components["schemas"]["EventName"];
            /** @enum {string} */
            status: "pending" | "delivered" | "dead";
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            nextAttemptAt?: string;
            /**
             * @description Why a dead letter was never sent: the account and the webhook had too many pending deliveries
             * @enum {string}
             */
            reason?: "too_many_pending";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
        };
        DeliveryAttempt: {
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            at: string;
            /** @description The receiver's status code; absent if it did not respond */
            status?: number;
            durationMs: number;
            error?: string;
            /** @description The first 1024 bytes; not in lists */
            response?: string;
        };
        DeliveryWithEvent: {
            id: string;
            webhookId: string;
            eventId: string;
            eventType: components["schemas"]["EventName"];
            /** @enum {string} */
            status: "pending" | "delivered" | "dead";
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            nextAttemptAt?: string;
            /**
             * @description Why a dead letter was never sent: the account and the webhook had too many pending deliveries
             * @enum {string}
             */
            reason?: "too_many_pending";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            event: components["schemas"]["Event"];
        };
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        /** @description A delivery that was abandoned: every attempt failed, its webhook was disabled, or there were too many pending deliveries */
        DeadLetter: components["schemas"]["Delivery"];
        DeadLetterList: {
            deadLetters: components["schemas"]["DeadLetter"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        ReplayedDeliveries: {
            replayed: number;
        };
        ReplayedDeadLetters: {
            replayed: number;
        };
        Event: {
            id: string;
            type: components["schemas"]["EventName"];
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                [key: string]: unknown;
            };
        };
        EventList: {
            events: components["schemas"]["Event"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        EventType: {
            type: components["schemas"]["EventName"];
            description: string;
            /** @description JSON Schema of the body sent to webhooks */
            schema: {
                [key: string]: unknown;
            };
        };
        EventTypeList: {
            eventTypes: components["schemas"]["EventType"][];
        };
        Alert: {
            id: string;
            profileId: string;
            dimension: string;
            below: number;
            over: number;
        };
        AlertList: {
            alerts: components["schemas"]["Alert"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        ApiKey: {
            id: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            prefix: string;
            /** @description A project of the account; created on first use */
            projectId?: string;
            /** @description What the key may do; all scopes if absent */
            scopes?: ("read" | "score" | "teach" | "write" | "admin")[];
            lastUsedAt: string | null;
            usageCount: number;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt?: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /** @description The person whose key it is, and with whom it ends */
            personId?: string;
        };
        CreatedApiKey: {
            id: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            prefix: string;
            /** @description A project of the account; created on first use */
            projectId?: string;
            /** @description What the key may do; all scopes if absent */
            scopes?: ("read" | "score" | "teach" | "write" | "admin")[];
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt?: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /** @description The person whose key it is, and with whom it ends */
            personId?: string;
            /** @description The key itself; absent from a replayed response */
            key?: string;
            warning: string;
        };
        ApiKeyUsage: {
            days: components["schemas"]["DayOfUse"][];
        };
        DayOfUse: {
            /** @description A day in UTC */
            date: string;
            /** @description Requests that were authenticated with the key on that day */
            requests: number;
        };
        ApiKeyList: {
            keys: components["schemas"]["ApiKey"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        AuditEntry: {
            id: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            at: string;
            /** @enum {string} */
            action: "account.created" | "api_key.created" | "api_key.rotated" | "api_key.revoked" | "session.created" | "session.failed" | "person.joined" | "person.invited" | "person.changed" | "person.removed" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "alert.created" | "alert.deleted" | "profile.deleted" | "profile.exported" | "profile.imported" | "share.created" | "share.revoked" | "frame.deleted";
            /** @description The person or key that did it; null for a failed sign-in and for commands on the server */
            actor: components["schemas"]["Actor"] | null;
            /** @description Address of the client; null for commands on the server */
            address: string | null;
            requestId: string | null;
            /** @description A project of the account; created on first use */
            projectId?: string;
            target: components["schemas"]["AuditTarget"];
            details?: {
                [key: string]: unknown;
            };
        };
        Actor: {
            keyId: string;
            /** @description The name of the person; without one, of the key */
            name: string;
            /** @description Absent for a key that is not a person’s */
            personId?: string;
        };
        AuditTarget: {
            /** @enum {string} */
            type: "account" | "api_key" | "webhook" | "alert" | "profile" | "frame" | "share" | "person";
            id: string;
            name?: string;
        };
        AuditList: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        Project: {
            /** @description A project of the account; created on first use */
            id: string;
            profiles: number;
            keys: number;
        };
        ProjectList: {
            projects: components["schemas"]["Project"][];
        };
        Person: {
            id: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            email?: string;
            /**
             * @description `viewer`: the scopes `read` and `score`; `judge`: also `teach`; `editor`: also `write`; `owner`: also `admin`
             * @enum {string}
             */
            role: "viewer" | "judge" | "editor" | "owner";
            projects?: string[];
            /**
             * @description `invited` until the person has signed in
             * @enum {string}
             */
            status: "invited" | "active" | "suspended";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description Absent until the person has signed in
             * @example 2026-01-02T03:04:05Z
             */
            lastSeenAt?: string;
        };
        /** @description Without the scope `admin`, only `id` and `name` */
        ListedPerson: {
            id: string;
            /** @description Leading and trailing white space is removed */
            name: string;
            email?: string;
            /**
             * @description `viewer`: the scopes `read` and `score`; `judge`: also `teach`; `editor`: also `write`; `owner`: also `admin`
             * @enum {string}
             */
            role?: "viewer" | "judge" | "editor" | "owner";
            projects?: string[];
            /**
             * @description `invited` until the person has signed in
             * @enum {string}
             */
            status?: "invited" | "active" | "suspended";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt?: string;
            /**
             * @description Absent until the person has signed in
             * @example 2026-01-02T03:04:05Z
             */
            lastSeenAt?: string;
        };
        PersonList: {
            people: components["schemas"]["ListedPerson"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        InvitedPerson: {
            person: components["schemas"]["Person"];
            invitation: components["schemas"]["Invitation"];
        };
        Invitation: {
            /** @description Signs in once. Its code is in the fragment, which browsers do not send. Absent from a replayed response */
            url?: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt: string;
        };
        Session: {
            /** @description Name of the account */
            account: string;
            /** @description The project that the key or person is limited to */
            projectId?: string;
            /** @description The projects, if the person is limited to several */
            projects?: string[];
            /** @description What the key may do; all scopes if absent */
            scopes?: ("read" | "score" | "teach" | "write" | "admin")[];
            /** @description Who is signed in, or whose key it is; absent for a key that is not a person’s */
            person?: {
                id: string;
                name: string;
                /** @enum {string} */
                role: "viewer" | "judge" | "editor" | "owner";
            };
        };
        SessionCode: {
            /** @description Works once; absent from a replayed response */
            code?: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt: string;
        };
        SessionKey: {
            id: string;
            name: string;
            /**
             * @description Absent if the key does not expire
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt?: string;
        };
        SignInMethods: {
            /** @description Absent if no identity provider is set */
            oidc?: {
                /** @description The word on the button: “Sign in with …” */
                name: string;
            };
        };
        SignOnStart: {
            /** @description Where the browser goes next */
            url: string;
        };
        CreatedLogin: {
            /** @description Secret: collects the key with `POST /api/logins/token` */
            code: string;
            /** @description To compare with what the dashboard shows, such as `BCDF-GHJK` */
            userCode: string;
            /** @description The page of the dashboard that asks a person to confirm the login */
            url: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt: string;
            /** @description Seconds to wait between two requests for the key */
            interval: number;
        };
        Login: {
            userCode: string;
            /** @description The name of the key, as the command gave it */
            name: string;
            /** @description Network address of the command */
            address: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            createdAt: string;
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            expiresAt: string;
        };
        Success: {
            /** @constant */
            success: true;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        Readiness: {
            /** @enum {string} */
            status: "ready" | "dependency_down";
            /** @description Failed checks with their reasons, such as `frames` for the bucket: only some requests need it */
            checks?: {
                [key: string]: string;
            };
        };
        ServiceStatus: {
            version: string;
            /**
             * @description When the responding process was started
             * @example 2026-01-02T03:04:05Z
             */
            startedAt: string;
            /** @enum {string} */
            store: "sqlite" | "postgres";
            /** @description The neural network that turns pictures into vectors */
            embedder: string;
            /** @description The checks of `/readyz` that fail, with their reasons; empty if all is well */
            failedChecks: {
                [key: string]: string;
            };
            /** @description For the responding process */
            scoring: {
                /** @description Maximum number of threads that read pictures */
                threads: number;
                /** @description Pictures being read */
                running: number;
                /** @description Pictures waiting for a thread */
                waiting: number;
            };
            /** @description The batches that the key can see */
            batches: {
                unfinished: number;
                /** @description Age of the oldest unfinished batch; null if there is none */
                oldestSeconds: number | null;
            };
            /** @description The storage of the account; absent for a key that is limited to a project */
            account?: {
                /** @description Storage for its frames, thumbnails, features and profiles */
                usedBytes: number;
                /** @description Storage limit; null if there is none */
                maxBytes: number | null;
            };
            /** @description For the webhooks that the key can see */
            deliveries: {
                /** @description How long the oldest due delivery has been waiting; null if none is due */
                overdueSeconds: number | null;
            };
        };
        ApiDescription: {
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Why a request failed (RFC 9457). Ignore members that you do not know: later versions may add some. */
        Problem: {
            /** @description `urn:palate:problem:` followed by the code */
            type: string;
            title: string;
            status: number;
            detail: string;
            /**
             * @description Stable; branch on this
             * @enum {string}
             */
            code: "invalid_json" | "invalid_request" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "revoked_api_key" | "invalid_sign_on" | "invalid_code" | "project_forbidden" | "scope_forbidden" | "sign_on_refused" | "role_missing" | "login_refused" | "person_forbidden" | "request_header_missing" | "origin_forbidden" | "invalid_signature" | "expired_signature" | "profile_not_found" | "branch_not_found" | "version_not_found" | "batch_not_found" | "frame_not_found" | "thumbnail_not_found" | "key_not_found" | "webhook_not_found" | "delivery_not_found" | "dead_letter_not_found" | "event_not_found" | "annotation_not_found" | "ask_not_found" | "discard_not_found" | "alert_not_found" | "sign_on_not_found" | "share_not_found" | "board_not_found" | "login_not_found" | "person_not_found" | "route_not_found" | "method_not_allowed" | "request_timeout" | "name_taken" | "head_conflict" | "version_immutable" | "branch_name_taken" | "branch_protected" | "merge_conflict" | "ask_answered" | "budget_exceeded" | "idempotency_conflict" | "account_full" | "last_owner" | "person_suspended" | "frame_in_use" | "webhook_disabled" | "login_expired" | "precondition_failed" | "body_too_large" | "unsupported_media_type" | "unknown_branch" | "unknown_version" | "unknown_profile" | "version_not_on_branch" | "unreadable_picture" | "unknown_person" | "unknown_ask" | "unknown_dimension" | "too_many_versions" | "too_many_frames" | "too_many_tags" | "too_many_explanations" | "url_forbidden" | "profile_too_large" | "too_many_webhooks" | "too_many_alerts" | "too_many_shares" | "too_many_boards" | "too_many_people" | "too_many_answers" | "rate_limited" | "headers_too_large" | "internal" | "provider_unavailable" | "unavailable";
            /** @description Same as the header X-Request-Id */
            requestId: string;
            /** @description With `invalid_request` and `profile_too_large`: the invalid values */
            errors?: components["schemas"]["InputError"][];
            /** @description With `scope_forbidden`: the scopes that allow the operation, or that the key cannot grant */
            scopes?: ("read" | "score" | "teach" | "write" | "admin")[];
            /** @description With `head_conflict`: the branch */
            branchId?: string;
            /** @description With `head_conflict`: the stored head */
            headVersionId?: string | null;
            /** @description With `merge_conflict`: the elements that both sides changed */
            conflicts?: components["schemas"]["MergeConflict"][];
            /**
             * @description With `budget_exceeded`: the counter that would exceed its total
             * @enum {string}
             */
            counter?: "questions" | "labels" | "comparisons";
            /** @description With `budget_exceeded`: how much of it is used */
            used?: number;
            /** @description With `budget_exceeded`: its total */
            total?: number;
            /** @description With `account_full`: bytes that the account would use */
            usedBytes?: number;
            /** @description With `account_full`: bytes that it may use */
            maxBytes?: number;
            /** @description With `unavailable` from `/readyz`: the failed checks with their reasons */
            checks?: {
                [key: string]: string;
            };
            /**
             * @description With `unavailable` from `/readyz`: whether another process may be ready
             * @enum {string}
             */
            cause?: "process" | "dependency";
        };
        InputError: {
            /** @description JSON Pointer into the body, or `/query/…` or `/path/…` */
            path: string;
            message: string;
        };
        ProfileCreatedEvent: {
            id: string;
            /** @constant */
            type: "profile.created";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                name: string;
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                createdAt: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ProfileUpdatedEvent: {
            id: string;
            /** @constant */
            type: "profile.updated";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                name: string;
                changes: ("name" | "seed" | "versions" | "branches" | "currentBranchId" | "workingChanges" | "budget" | "effectiveSnapshot" | "thresholds")[];
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                updatedAt: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ProfileDeletedEvent: {
            id: string;
            /** @constant */
            type: "profile.deleted";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                name: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ProfileCommittedEvent: {
            id: string;
            /** @constant */
            type: "profile.committed";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                branchId: string;
                versionId: string;
                parentVersionId: string | null;
                mergedFrom?: string;
                /** @description The first 200 characters */
                message: string;
                /** @description Number of elements in the new state */
                elements: {
                    constraints: number;
                    exemplars: number;
                    comparisons: number;
                };
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                createdAt: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ProfileBranchCreatedEvent: {
            id: string;
            /** @constant */
            type: "profile.branch_created";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                branchId: string;
                branchName: string;
                parentBranchId?: string;
                headVersionId: string | null;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ProfileBranchSwitchedEvent: {
            id: string;
            /** @constant */
            type: "profile.branch_switched";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                fromBranchId: string;
                toBranchId: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ProfileRolledBackEvent: {
            id: string;
            /** @constant */
            type: "profile.rolled_back";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                branchId: string;
                fromVersionId: string | null;
                toVersionId: string | null;
                /** @description The version that repeats the earlier state */
                documentedBy?: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ProfileMergedEvent: {
            id: string;
            /** @constant */
            type: "profile.merged";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                sourceBranchId: string;
                targetBranchId: string;
                versionId: string;
                mergedFrom?: string;
                /** @description Number of conflicts that the strategy settled */
                conflicts: number;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        AnnotationCompletedEvent: {
            id: string;
            /** @constant */
            type: "annotation.completed";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                branchId: string;
                versionId: string;
                /** @description The merged version, if the commit is a merge */
                mergedFrom?: string;
                /** @description Number of elements added */
                counts: {
                    constraints: number;
                    exemplars: number;
                    comparisons: number;
                };
                budget: components["schemas"]["Budget"];
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        AnnotationBudgetReachedEvent: {
            id: string;
            /** @constant */
            type: "annotation.budget_reached";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                profileId: string;
                /** @enum {string} */
                counter: "questions" | "labels" | "comparisons";
                used: number;
                total: number;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        QualityAlertEvent: {
            id: string;
            /** @constant */
            type: "quality.alert";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                /**
                 * @description The judgements of a commit contradict each other
                 * @constant
                 */
                kind: "judgements";
                /** @enum {string} */
                reason: "transitivity" | "contradictions";
                profileId: string;
                branchId: string;
                versionId: string;
                dimension: string;
                comparisons: number;
                transitivity: number | null;
                /** @description Frames and pairs that were judged both ways */
                contradictions: number;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            } | {
                /**
                 * @description An alert rule fired
                 * @constant
                 */
                kind: "scores";
                alertId: string;
                profileId: string;
                dimension: string;
                below: number;
                over: number;
                mean: number;
            } | {
                /**
                 * @description More than 5 % of a batch could not be scored
                 * @constant
                 */
                kind: "batch";
                profileId: string;
                batchId: string;
                failed: number;
                total: number;
            };
        };
        ScoreBatchCompletedEvent: {
            id: string;
            /** @constant */
            type: "score.batch_completed";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                batch_id: string;
                profile_id: string;
                version_id: string | null;
                status: string;
                counts: {
                    total: number;
                    succeeded: number;
                    failed: number;
                    canceled: number;
                };
                /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
                model?: string;
                /** @description Only if several models made the results, because the service was upgraded meanwhile: each with the `seq` of its first result. Their numbers are not comparable */
                models?: {
                    /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
                    model: string;
                    seq: number;
                }[];
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                created_at: string;
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                completed_at?: string;
            };
        };
        ScoreBatchFailedEvent: {
            id: string;
            /** @constant */
            type: "score.batch_failed";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                batch_id: string;
                profile_id: string;
                version_id: string | null;
                status: string;
                counts: {
                    total: number;
                    succeeded: number;
                    failed: number;
                    canceled: number;
                };
                /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
                model?: string;
                /** @description Only if several models made the results, because the service was upgraded meanwhile: each with the `seq` of its first result. Their numbers are not comparable */
                models?: {
                    /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
                    model: string;
                    seq: number;
                }[];
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                created_at: string;
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                completed_at?: string;
            };
        };
        ScoreBatchCanceledEvent: {
            id: string;
            /** @constant */
            type: "score.batch_canceled";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                batch_id: string;
                profile_id: string;
                version_id: string | null;
                status: string;
                counts: {
                    total: number;
                    succeeded: number;
                    failed: number;
                    canceled: number;
                };
                /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
                model?: string;
                /** @description Only if several models made the results, because the service was upgraded meanwhile: each with the `seq` of its first result. Their numbers are not comparable */
                models?: {
                    /** @description Identifies the model code, its fitted parameters and the embedder that made the numbers */
                    model: string;
                    seq: number;
                }[];
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                created_at: string;
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                completed_at?: string;
            };
        };
        ShareAnsweredEvent: {
            id: string;
            /** @constant */
            type: "share.answered";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                shareId: string;
                profileId: string;
                title: string;
                /** @description Answers since the last event of this type */
                newAnswers: number;
                counts: {
                    approved: number;
                    rejected: number;
                    /** @description Pictures that some approved and others rejected */
                    split: number;
                    open: number;
                };
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                lastAnswerAt: string;
            };
        };
        ShareCompletedEvent: {
            id: string;
            /** @constant */
            type: "share.completed";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                shareId: string;
                profileId: string;
                title: string;
                reviewer: {
                    id: string;
                    /** @description As entered by the visitor; not verified */
                    name?: string;
                };
                /** @description The visitor's own decisions */
                counts: {
                    approved: number;
                    rejected: number;
                    open: number;
                };
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                completedAt: string;
            };
        };
        PersonJoinedEvent: {
            id: string;
            /** @constant */
            type: "person.joined";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                personId: string;
                name: string;
                /** @enum {string} */
                role: "viewer" | "judge" | "editor" | "owner";
                /** @description Absent if the person has access to all projects */
                projects?: string[];
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        PersonRemovedEvent: {
            id: string;
            /** @constant */
            type: "person.removed";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                personId: string;
                /** @description Absent if what the person judged was erased */
                name?: string;
                /** @enum {string} */
                judgements: "keep" | "erase";
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ApiKeyCreatedEvent: {
            id: string;
            /** @constant */
            type: "api_key.created";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                id: string;
                name: string;
                prefix: string;
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Absent if the key has all scopes */
                scopes?: ("read" | "score" | "teach" | "write" | "admin")[];
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                expiresAt?: string;
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                createdAt: string;
                rotatedFrom?: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        ApiKeyRevokedEvent: {
            id: string;
            /** @constant */
            type: "api_key.revoked";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                id: string;
                name: string;
                prefix: string;
                /** @description A project of the account; created on first use */
                projectId?: string;
                /**
                 * @description ISO 8601, as sent; UTC if it has no time zone
                 * @example 2026-01-02T03:04:05Z
                 */
                revokedAt: string;
                rotatedTo?: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        WebhookDisabledEvent: {
            id: string;
            /** @constant */
            type: "webhook.disabled";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                webhookId: string;
                /** @description A project of the account; created on first use */
                projectId?: string;
                url: string;
                reason: string;
                /** @description The person or key that caused the event, with the name at that time */
                author?: components["schemas"]["Actor"];
            };
        };
        WebhookTestEvent: {
            id: string;
            /** @constant */
            type: "webhook.test";
            /**
             * @description ISO 8601, as sent; UTC if it has no time zone
             * @example 2026-01-02T03:04:05Z
             */
            timestamp: string;
            projectId: string | null;
            data: {
                webhookId: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Constraint = components['schemas']['Constraint'];
export type Exemplar = components['schemas']['Exemplar'];
export type Comparison = components['schemas']['Comparison'];
export type FrameReference = components['schemas']['FrameReference'];
export type LatentScores = components['schemas']['LatentScores'];
export type WorkingChanges = components['schemas']['WorkingChanges'];
export type Budget = components['schemas']['Budget'];
export type BudgetCounter = components['schemas']['BudgetCounter'];
export type SetThreshold = components['schemas']['SetThreshold'];
export type SetThresholds = components['schemas']['SetThresholds'];
export type PartialSnapshot = components['schemas']['PartialSnapshot'];
export type PartialEffectiveSnapshot = components['schemas']['PartialEffectiveSnapshot'];
export type ProfileExport = components['schemas']['ProfileExport'];
export type ExportedProfileData = components['schemas']['ExportedProfileData'];
export type ExportedBranch = components['schemas']['ExportedBranch'];
export type ExportedVersion = components['schemas']['ExportedVersion'];
export type EventName = components['schemas']['EventName'];
export type McpMessage = components['schemas']['McpMessage'];
export type NewProfile = components['schemas']['NewProfile'];
export type ProfileUpdate = components['schemas']['ProfileUpdate'];
export type ProfileDataUpdate = components['schemas']['ProfileDataUpdate'];
export type BranchUpdate = components['schemas']['BranchUpdate'];
export type NewVersion = components['schemas']['NewVersion'];
export type WorkingChangesUpdate = components['schemas']['WorkingChangesUpdate'];
export type BudgetUpdate = components['schemas']['BudgetUpdate'];
export type BudgetCounterUpdate = components['schemas']['BudgetCounterUpdate'];
export type MergeRequest = components['schemas']['MergeRequest'];
export type MergeResolutions = components['schemas']['MergeResolutions'];
export type NewAnnotations = components['schemas']['NewAnnotations'];
export type NewAsk = components['schemas']['NewAsk'];
export type ScoreRequest = components['schemas']['ScoreRequest'];
export type RewardRequest = components['schemas']['RewardRequest'];
export type Frame = components['schemas']['Frame'];
export type ExamplesRequest = components['schemas']['ExamplesRequest'];
export type PreviewRequest = components['schemas']['PreviewRequest'];
export type PreviewedMerge = components['schemas']['PreviewedMerge'];
export type BatchRequest = components['schemas']['BatchRequest'];
export type FrameChange = components['schemas']['FrameChange'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type WebhookUpdate = components['schemas']['WebhookUpdate'];
export type WebhookSecretRotation = components['schemas']['WebhookSecretRotation'];
export type DeadLetterFilter = components['schemas']['DeadLetterFilter'];
export type DeliveryFilter = components['schemas']['DeliveryFilter'];
export type NewBoard = components['schemas']['NewBoard'];
export type BoardPatch = components['schemas']['BoardPatch'];
export type NewShare = components['schemas']['NewShare'];
export type ShareReview = components['schemas']['ShareReview'];
export type NewAlert = components['schemas']['NewAlert'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewPerson = components['schemas']['NewPerson'];
export type PersonUpdate = components['schemas']['PersonUpdate'];
export type ApiKeyRotation = components['schemas']['ApiKeyRotation'];
export type SignIn = components['schemas']['SignIn'];
export type InvitedSignOn = components['schemas']['InvitedSignOn'];
export type NewLogin = components['schemas']['NewLogin'];
export type LoginDecision = components['schemas']['LoginDecision'];
export type LoginCode = components['schemas']['LoginCode'];
export type Profile = components['schemas']['Profile'];
export type ProfileSummary = components['schemas']['ProfileSummary'];
export type ProfileList = components['schemas']['ProfileList'];
export type UpdatedProfile = components['schemas']['UpdatedProfile'];
export type ProfileData = components['schemas']['ProfileData'];
export type ListedVersion = components['schemas']['ListedVersion'];
export type Branch = components['schemas']['Branch'];
export type Version = components['schemas']['Version'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type HistoryEntryWithSnapshot = components['schemas']['HistoryEntryWithSnapshot'];
export type VersionAuthor = components['schemas']['VersionAuthor'];
export type VersionChanges = components['schemas']['VersionChanges'];
export type VersionList = components['schemas']['VersionList'];
export type Snapshot = components['schemas']['Snapshot'];
export type EffectiveSnapshot = components['schemas']['EffectiveSnapshot'];
export type ProfileDiff = components['schemas']['ProfileDiff'];
export type ConstraintDiff = components['schemas']['ConstraintDiff'];
export type ExemplarDiff = components['schemas']['ExemplarDiff'];
export type ComparisonDiff = components['schemas']['ComparisonDiff'];
export type MergeResult = components['schemas']['MergeResult'];
export type MergeConflict = components['schemas']['MergeConflict'];
export type AddedAnnotations = components['schemas']['AddedAnnotations'];
export type RemovedAnnotation = components['schemas']['RemovedAnnotation'];
export type DiscardedAnnotations = components['schemas']['DiscardedAnnotations'];
export type RestoredDiscard = components['schemas']['RestoredDiscard'];
export type Ask = components['schemas']['Ask'];
export type ScoreResponse = components['schemas']['ScoreResponse'];
export type RewardResponse = components['schemas']['RewardResponse'];
export type FrameReward = components['schemas']['FrameReward'];
export type FrameScore = components['schemas']['FrameScore'];
export type FrameError = components['schemas']['FrameError'];
export type Explanation = components['schemas']['Explanation'];
export type ScoreReason = components['schemas']['ScoreReason'];
export type Verdict = components['schemas']['Verdict'];
export type Regions = components['schemas']['Regions'];
export type Threshold = components['schemas']['Threshold'];
export type DimensionThreshold = components['schemas']['DimensionThreshold'];
export type Brief = components['schemas']['Brief'];
export type BriefExample = components['schemas']['BriefExample'];
export type Dimension = components['schemas']['Dimension'];
export type DimensionList = components['schemas']['DimensionList'];
export type Diagnostics = components['schemas']['Diagnostics'];
export type DimensionDiagnostics = components['schemas']['DimensionDiagnostics'];
export type Consistency = components['schemas']['Consistency'];
export type Contradiction = components['schemas']['Contradiction'];
export type UnderstoodAnswer = components['schemas']['UnderstoodAnswer'];
export type Tendencies = components['schemas']['Tendencies'];
export type AttributeTendency = components['schemas']['AttributeTendency'];
export type AttributeWish = components['schemas']['AttributeWish'];
export type UnusableElement = components['schemas']['UnusableElement'];
export type ExampleList = components['schemas']['ExampleList'];
export type LabelledExample = components['schemas']['LabelledExample'];
export type Suggestions = components['schemas']['Suggestions'];
export type Suggestion = components['schemas']['Suggestion'];
export type SuggestedFrame = components['schemas']['SuggestedFrame'];
export type ProfilePeople = components['schemas']['ProfilePeople'];
export type PersonTaste = components['schemas']['PersonTaste'];
export type PersonPair = components['schemas']['PersonPair'];
export type Disagreements = components['schemas']['Disagreements'];
export type JudgedPictureVotes = components['schemas']['JudgedPictureVotes'];
export type LikelyDisagreement = components['schemas']['LikelyDisagreement'];
export type Preview = components['schemas']['Preview'];
export type PreviewedState = components['schemas']['PreviewedState'];
export type PreviewedFrame = components['schemas']['PreviewedFrame'];
export type RefreshResult = components['schemas']['RefreshResult'];
export type Batch = components['schemas']['Batch'];
export type BatchCounts = components['schemas']['BatchCounts'];
export type BatchList = components['schemas']['BatchList'];
export type LibraryFrame = components['schemas']['LibraryFrame'];
export type DeletedFrame = components['schemas']['DeletedFrame'];
export type Board = components['schemas']['Board'];
export type BoardSummary = components['schemas']['BoardSummary'];
export type BoardList = components['schemas']['BoardList'];
export type Share = components['schemas']['Share'];
export type CreatedShare = components['schemas']['CreatedShare'];
export type ShareWithAnswers = components['schemas']['ShareWithAnswers'];
export type ShareList = components['schemas']['ShareList'];
export type SharedPicture = components['schemas']['SharedPicture'];
export type ShareAnswer = components['schemas']['ShareAnswer'];
export type ShareReviewer = components['schemas']['ShareReviewer'];
export type LibraryFrameList = components['schemas']['LibraryFrameList'];
export type ChangedFrames = components['schemas']['ChangedFrames'];
export type ProfilePicture = components['schemas']['ProfilePicture'];
export type ProfilePictureList = components['schemas']['ProfilePictureList'];
export type RecentFrame = components['schemas']['RecentFrame'];
export type RecentFrameList = components['schemas']['RecentFrameList'];
export type SimilarFrame = components['schemas']['SimilarFrame'];
export type SimilarFrameList = components['schemas']['SimilarFrameList'];
export type FrameStack = components['schemas']['FrameStack'];
export type FrameStackList = components['schemas']['FrameStackList'];
export type Webhook = components['schemas']['Webhook'];
export type CreatedWebhook = components['schemas']['CreatedWebhook'];
export type WebhookList = components['schemas']['WebhookList'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryWithEvent = components['schemas']['DeliveryWithEvent'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeadLetter = components['schemas']['DeadLetter'];
export type DeadLetterList = components['schemas']['DeadLetterList'];
export type ReplayedDeliveries = components['schemas']['ReplayedDeliveries'];
export type ReplayedDeadLetters = components['schemas']['ReplayedDeadLetters'];
export type Event = components['schemas']['Event'];
export type EventList = components['schemas']['EventList'];
export type EventType = components['schemas']['EventType'];
export type EventTypeList = components['schemas']['EventTypeList'];
export type Alert = components['schemas']['Alert'];
export type AlertList = components['schemas']['AlertList'];
export type ApiKey = components['schemas']['ApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type ApiKeyUsage = components['schemas']['ApiKeyUsage'];
export type DayOfUse = components['schemas']['DayOfUse'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type Actor = components['schemas']['Actor'];
export type AuditTarget = components['schemas']['AuditTarget'];
export type AuditList = components['schemas']['AuditList'];
export type Project = components['schemas']['Project'];
export type ProjectList = components['schemas']['ProjectList'];
export type Person = components['schemas']['Person'];
export type ListedPerson = components['schemas']['ListedPerson'];
export type PersonList = components['schemas']['PersonList'];
export type InvitedPerson = components['schemas']['InvitedPerson'];
export type Invitation = components['schemas']['Invitation'];
export type Session = components['schemas']['Session'];
export type SessionCode = components['schemas']['SessionCode'];
export type SessionKey = components['schemas']['SessionKey'];
export type SignInMethods = components['schemas']['SignInMethods'];
export type SignOnStart = components['schemas']['SignOnStart'];
export type CreatedLogin = components['schemas']['CreatedLogin'];
export type Login = components['schemas']['Login'];
export type Success = components['schemas']['Success'];
export type Health = components['schemas']['Health'];
export type Readiness = components['schemas']['Readiness'];
export type ServiceStatus = components['schemas']['ServiceStatus'];
export type ApiDescription = components['schemas']['ApiDescription'];
export type Problem = components['schemas']['Problem'];
export type InputError = components['schemas']['InputError'];
export type ProfileCreatedEvent = components['schemas']['ProfileCreatedEvent'];
export type ProfileUpdatedEvent = components['schemas']['ProfileUpdatedEvent'];
export type ProfileDeletedEvent = components['schemas']['ProfileDeletedEvent'];
export type ProfileCommittedEvent = components['schemas']['ProfileCommittedEvent'];
export type ProfileBranchCreatedEvent = components['schemas']['ProfileBranchCreatedEvent'];
export type ProfileBranchSwitchedEvent = components['schemas']['ProfileBranchSwitchedEvent'];
export type ProfileRolledBackEvent = components['schemas']['ProfileRolledBackEvent'];
export type ProfileMergedEvent = components['schemas']['ProfileMergedEvent'];
export type AnnotationCompletedEvent = components['schemas']['AnnotationCompletedEvent'];
export type AnnotationBudgetReachedEvent = components['schemas']['AnnotationBudgetReachedEvent'];
export type QualityAlertEvent = components['schemas']['QualityAlertEvent'];
export type ScoreBatchCompletedEvent = components['schemas']['ScoreBatchCompletedEvent'];
export type ScoreBatchFailedEvent = components['schemas']['ScoreBatchFailedEvent'];
export type ScoreBatchCanceledEvent = components['schemas']['ScoreBatchCanceledEvent'];
export type ShareAnsweredEvent = components['schemas']['ShareAnsweredEvent'];
export type ShareCompletedEvent = components['schemas']['ShareCompletedEvent'];
export type PersonJoinedEvent = components['schemas']['PersonJoinedEvent'];
export type PersonRemovedEvent = components['schemas']['PersonRemovedEvent'];
export type ApiKeyCreatedEvent = components['schemas']['ApiKeyCreatedEvent'];
export type ApiKeyRevokedEvent = components['schemas']['ApiKeyRevokedEvent'];
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export interface operations {
    listProfiles: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
        };
    };
    createProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProfile"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileSummary"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: {
                /** @description `omit` leaves out the snapshot of each version */
                snapshots?: "omit" | "include";
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedProfile"];
                };
            };
        };
    };
    exportProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileExport"];
                };
            };
        };
    };
    importProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileExport"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileSummary"];
                };
            };
        };
    };
    listVersions: {
        parameters: {
            query?: {
                /** @description Only the ancestors of this branch's head */
                branchId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionList"];
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
                /** @description Id of the version */
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEntryWithSnapshot"];
                };
            };
        };
    };
    diffVersions: {
        parameters: {
            query: {
                /** @description A version id, a branch id, `working`, or `working:` and a branch id */
                from: string;
                /** @description A version id, a branch id, `working`, or `working:` and a branch id */
                to: string;
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileDiff"];
                };
            };
        };
    };
    mergeBranches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeResult"];
                };
            };
        };
    };
    deleteBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
                /** @description Id of the branch */
                branchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    addAnnotations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAnnotations"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedAnnotations"];
                };
            };
        };
    };
    discardAnnotations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscardedAnnotations"];
                };
            };
        };
    };
    createAsk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAsk"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ask"];
                };
            };
        };
    };
    getAsk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
                /** @description Id of the question */
                askId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ask"];
                };
            };
        };
    };
    removeAnnotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
                /** @description Id of the element */
                elementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedAnnotation"];
                };
            };
        };
    };
    restoreDiscard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
                /** @description Id of the discard */
                discardId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredDiscard"];
                };
            };
        };
    };
    scoreFrames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoreRequest"];
                "multipart/form-data": {
                    request: components["schemas"]["ScoreRequest"];
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreResponse"];
                };
            };
        };
    };
    rewardFrames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RewardRequest"];
                "multipart/form-data": {
                    request: components["schemas"]["RewardRequest"];
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardResponse"];
                };
            };
        };
    };
    listDimensions: {
        parameters: {
            query?: {
                /** @description Adds the dimensions that this profile's elements name */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DimensionList"];
                };
            };
        };
    };
    diagnoseProfile: {
        parameters: {
            query?: {
                /** @description Of this version */
                version_id?: string;
                /** @description Of the head of this branch */
                branch_id?: string;
                /** @description Include the working changes; not with `version_id` */
                include_working?: "true" | "false";
                /** @description Older name of `version_id` */
                versionId?: string;
                /** @description Older name of `branch_id` */
                branchId?: string;
                /** @description Older name of `include_working` */
                includeWorking?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Diagnostics"];
                };
            };
        };
    };
    getThreshold: {
        parameters: {
            query?: {
                /** @description A learned dimension; `aesthetics` unless set */
                dimension?: string;
                /** @description Of this version */
                version_id?: string;
                /** @description Of the head of this branch */
                branch_id?: string;
                /** @description Include the working changes; not with `version_id` */
                include_working?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DimensionThreshold"];
                };
            };
        };
    };
    getBrief: {
        parameters: {
            query?: {
                /** @description Default: `markdown` */
                format?: "markdown" | "json" | "design";
                /** @description Of this version */
                version_id?: string;
                /** @description Of the head of this branch */
                branch_id?: string;
                /** @description Include the working changes; not with `version_id` */
                include_working?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brief"];
                };
            };
        };
    };
    findExamples: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExamplesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleList"];
                };
            };
        };
    };
    suggestJudgements: {
        parameters: {
            query?: {
                /** @description Only suggestions of this kind; all kinds by default */
                kind?: "question" | "label" | "comparison";
                /** @description Maximum number of suggestions, 1 to 50; 10 by default */
                limit?: number;
                /** @description Default: `aesthetics` */
                dimension?: string;
                /** @description The id of the person who will judge; by default who is signed in or owns the key */
                person?: string;
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
        };
    };
    listProfilePeople: {
        parameters: {
            query?: {
                /** @description A learned dimension; `aesthetics` unless set */
                dimension?: string;
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfilePeople"];
                };
            };
        };
    };
    listDisagreements: {
        parameters: {
            query?: {
                /** @description A learned dimension; `aesthetics` unless set */
                dimension?: string;
                /** @description Of each list, 1 to 100; 20 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Content hashes, separated by commas: the result of a round. `judged` then has these pictures alone, also those on which people agree, and for a person only those that they have judged. `likely` is empty */
                pictures?: string;
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Disagreements"];
                };
            };
        };
    };
    previewProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
        };
    };
    refreshProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshResult"];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Only batches of this profile */
                profile_id?: string;
                /** @description Only batches with this status */
                status?: "in_progress" | "canceling" | "completed" | "canceled" | "failed";
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchList"];
                };
            };
        };
    };
    submitBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
                "multipart/form-data": {
                    request: components["schemas"]["BatchRequest"];
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/event-stream": string;
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the batch */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    streamBatchResults: {
        parameters: {
            query?: {
                /** @description The `seq` of the last result that you received */
                after?: number;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/event-stream": string;
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the batch */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    uploadFrame: {
        parameters: {
            query?: {
                /** @description Required unless the key is limited to a project */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/*": string;
                "multipart/form-data": {
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryFrame"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryFrame"];
                };
            };
        };
    };
    listFrames: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Only frames with this tag */
                tag?: string;
                /** @description Only frames to which this profile refers, or has referred */
                profile_id?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryFrameList"];
                };
            };
        };
    };
    deleteFrame: {
        parameters: {
            query: {
                /** @description Id of the frame */
                id: string;
                /** @description `true` deletes the frame even if profiles refer to it, and erases its picture */
                force?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedFrame"];
                };
            };
        };
    };
    updateFrames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FrameChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFrames"];
                };
            };
        };
    };
    getFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the frame */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                    "image/gif": string;
                    "image/avif": string;
                };
            };
        };
    };
    getFrameThumbnail: {
        parameters: {
            query?: {
                /** @description The longer side in pixels; 256 by default. Smaller pictures are not enlarged */
                size?: number;
            };
            header?: never;
            path: {
                /** @description Id of the frame */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    listSimilarFrames: {
        parameters: {
            query: {
                /** @description Id of the frame */
                id: string;
                /** @description Maximum number of frames; 50 by default */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarFrameList"];
                };
            };
        };
    };
    listFrameStacks: {
        parameters: {
            query?: {
                /** @description Required unless the key is limited to a project */
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrameStackList"];
                };
            };
        };
    };
    listPictures: {
        parameters: {
            query?: {
                /** @description The pictures of this version */
                version_id?: string;
                /** @description The pictures of the head of this branch */
                branch_id?: string;
                /** @description Include the working changes; not with `version_id` */
                include_working?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the profile */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfilePictureList"];
                };
            };
        };
    };
    listRecentFrames: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentFrameList"];
                };
            };
        };
    };
    getThumbnail: {
        parameters: {
            query?: {
                /** @description `small` (default): longer side of 192 pixels. `chat`: 384 pixels, for models, `medium`: 512 pixels, `large`: 1,024 pixels, if they can be created */
                size?: "small" | "chat" | "medium" | "large";
                /** @description Of a signed address: seconds since 1970 */
                expires?: string;
                /** @description Of a signed address, as in `thumbnail_url` of scores. Needs no key; the thumbnail is small */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description SHA-256 of the picture, as in `thumbnail` paths */
                contentHash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    listBoards: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Only boards of this profile */
                profileId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardList"];
                };
            };
        };
    };
    createBoard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBoard"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Board"];
                };
            };
        };
    };
    getBoard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the board */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Board"];
                };
            };
        };
    };
    deleteBoard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the board */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    updateBoard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the board */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoardPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Board"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Only shares of this profile */
                profileId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareList"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewShare"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedShare"];
                };
            };
        };
    };
    getShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the share */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareWithAnswers"];
                };
            };
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the share */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    openShare: {
        parameters: {
            query?: {
                /** @description Thanks the visitor for the answers */
                sent?: string;
            };
            header?: never;
            path: {
                /** @description The secret part of the link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    answerShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret part of the link */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": string;
            };
        };
        responses: never;
    };
    reviewShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret part of the link */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareReview"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareReviewer"];
                };
            };
        };
    };
    getShareAsset: {
        parameters: {
            query?: {
                /** @description A fingerprint of the contents */
                v?: string;
            };
            header?: never;
            path: {
                /** @description The file */
                name: "review.js" | "icon.svg";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "image/svg+xml": string;
                };
            };
        };
    };
    getSharedPicture: {
        parameters: {
            query?: {
                /** @description 512, 1,024 or 2,048 pixels; `medium` by default */
                size?: "medium" | "large" | "full";
            };
            header?: never;
            path: {
                /** @description The secret part of the link */
                token: string;
                /** @description The number of the picture */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries with this status */
                status?: "pending" | "delivered" | "dead";
                /** @description Only events of this type */
                eventType?: "profile.created" | "profile.updated" | "profile.deleted" | "profile.committed" | "profile.branch_created" | "profile.branch_switched" | "profile.rolled_back" | "profile.merged" | "annotation.completed" | "annotation.budget_reached" | "quality.alert" | "score.batch_completed" | "score.batch_failed" | "score.batch_canceled" | "share.answered" | "share.completed" | "person.joined" | "person.removed" | "api_key.created" | "api_key.revoked" | "webhook.disabled" | "webhook.test";
                /** @description Only deliveries created at this time or later */
                since?: string;
                /** @description Only deliveries created before this time */
                until?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryFilter"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedDeliveries"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithEvent"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Only dead letters of this webhook */
                webhookId?: string;
                /** @description Only events of this type */
                eventType?: "profile.created" | "profile.updated" | "profile.deleted" | "profile.committed" | "profile.branch_created" | "profile.branch_switched" | "profile.rolled_back" | "profile.merged" | "annotation.completed" | "annotation.budget_reached" | "quality.alert" | "score.batch_completed" | "score.batch_failed" | "score.batch_canceled" | "share.answered" | "share.completed" | "person.joined" | "person.removed" | "api_key.created" | "api_key.revoked" | "webhook.disabled" | "webhook.test";
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterList"];
                };
            };
        };
    };
    replayDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeadLetterFilter"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedDeadLetters"];
                };
            };
        };
    };
    replayDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the dead letter: its delivery's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    deleteDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the dead letter: its delivery's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description One of profile.created, profile.updated, profile.deleted, profile.committed, profile.branch_created, profile.branch_switched, profile.rolled_back, profile.merged, annotation.completed, annotation.budget_reached, quality.alert, score.batch_completed, score.batch_failed, score.batch_canceled, share.answered, share.completed, person.joined, person.removed, api_key.created, api_key.revoked, webhook.disabled, webhook.test; or a pattern such as `profile.*`; or `*` */
                type?: string;
                /** @description Only events after the one with this id, oldest first */
                after?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Only rules of this profile */
                profileId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlert"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    deleteAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert rule */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description A project of the account; created on first use */
                projectId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query: {
                /** @description Id of the API key */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query: {
                /** @description Id of the API key */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    getKeyUsage: {
        parameters: {
            query: {
                /** @description Id of the API key */
                id: string;
                /** @description Number of days including today, 1 to 90; 30 by default */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyUsage"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
        };
    };
    createPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPerson"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedPerson"];
                };
            };
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedPerson"];
                };
            };
        };
    };
    removePerson: {
        parameters: {
            query?: {
                /** @description `keep` (the default) keeps what the person judged. `erase` removes it from the working changes, commits its removal on every branch of every profile, and removes the person’s name from what they made */
                judgements?: "keep" | "erase";
            };
            header?: never;
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only entries of this time or later */
                since?: string;
                /** @description Only entries before this time */
                until?: string;
                /** @description Only entries of this action */
                action?: "account.created" | "api_key.created" | "api_key.rotated" | "api_key.revoked" | "session.created" | "session.failed" | "person.joined" | "person.invited" | "person.changed" | "person.removed" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "alert.created" | "alert.deleted" | "profile.deleted" | "profile.exported" | "profile.imported" | "share.created" | "share.revoked" | "frame.deleted";
                /** @description Only what this API key did */
                keyId?: string;
                /** @description Maximum number of items, 1 to 1000; 10000 by default */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    getSessionKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionKey"];
                };
            };
        };
    };
    createSessionCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCode"];
                };
            };
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
        };
    };
    startSignOn: {
        parameters: {
            query?: {
                /** @description The page to show afterwards; `/` by default */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    startInvitedSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitedSignOn"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOnStart"];
                };
            };
        };
    };
    finishSignOn: {
        parameters: {
            query?: {
                /** @description What the provider exchanges for who the person is */
                code?: string;
                /** @description Ties the answer to the sign-in of this browser */
                state?: string;
                /** @description The issuer, where the provider says it here */
                iss?: string;
                /** @description Why the provider has not signed the person in */
                error?: string;
                /** @description The same in words */
                error_description?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    createLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLogin"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedLogin"];
                };
            };
        };
    };
    getLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short code; case and hyphen do not matter */
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
        };
    };
    decideLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short code; case and hyphen do not matter */
                userCode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginDecision"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    collectLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginCode"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readiness: {
        parameters: {
            query?: {
                /** @description Stay 200 while only dependencies are down, so that a balancer passes the 503 of requests on */
                ignore?: "dependencies";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStatus"];
                };
            };
        };
    };
    apiDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiDescription"];
                };
            };
        };
    };
    apiPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
