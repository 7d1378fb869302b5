# Made from the API description by `npm run python-types`. Do not edit.
"""The requests and responses of the API, as typed dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Constraint(TypedDict):
    id: NotRequired[Union[str, None]]
    category: NotRequired[Union[str, None]]
    question: NotRequired[Union[str, None]]
    questionId: NotRequired[Any]
    answer: NotRequired[Any]
    confirmed: NotRequired[Any]
    dimension: NotRequired[Union[str, None]]
    weight: NotRequired[Union[float, None]]
    by: NotRequired[Any]
    removed: NotRequired[Union[bool, None]]


class Exemplar(TypedDict):
    id: NotRequired[Union[str, None]]
    label: NotRequired[Union[Literal["good", "bad"], None]]
    imageData: NotRequired[Union[str, None]]
    url: NotRequired[Union[str, None]]
    frameId: NotRequired[Union[str, None]]
    dimension: NotRequired[Union[str, None]]
    weight: NotRequired[Union[float, None]]
    by: NotRequired[Any]
    removed: NotRequired[Union[bool, None]]
    source: NotRequired[Any]


class Comparison(TypedDict):
    id: NotRequired[Union[str, None]]
    frameA: NotRequired[Union[FrameReference, None]]
    frameB: NotRequired[Union[FrameReference, None]]
    winner: NotRequired[Union[str, None]]
    dimension: NotRequired[Union[str, None]]
    weight: NotRequired[Union[float, None]]
    by: NotRequired[Any]
    removed: NotRequired[Union[bool, None]]


class FrameReference2(TypedDict):
    id: str
    url: NotRequired[Union[str, None]]


FrameReference: TypeAlias = Union[str, "FrameReference2"]


LatentScores: TypeAlias = dict[str, float]


class WorkingChanges(TypedDict):
    constraints: list[Constraint]
    exemplars: list[Exemplar]
    comparisons: list[Comparison]


class Budget(TypedDict):
    questions: BudgetCounter
    labels: BudgetCounter
    comparisons: BudgetCounter


class BudgetCounter(TypedDict):
    used: int
    total: int


SetThreshold = TypedDict(
    "SetThreshold",
    {
        "pass": 'float',
        "fail": 'NotRequired[float]',
    },
)


SetThresholds: TypeAlias = dict[str, "SetThreshold"]


class PartialSnapshot(TypedDict):
    constraints: NotRequired[list[Constraint]]
    exemplars: NotRequired[list[Exemplar]]
    comparisons: NotRequired[list[Comparison]]
    latentScores: NotRequired[LatentScores]


class PartialEffectiveSnapshot(TypedDict):
    constraints: NotRequired[list[Constraint]]
    exemplars: NotRequired[list[Exemplar]]
    comparisons: NotRequired[list[Comparison]]
    latentScores: NotRequired[LatentScores]
    promptSummary: NotRequired[str]
    embeddingCentroid: NotRequired[list[float]]


class ProfileExport(TypedDict):
    format: NotRequired[Literal["palate.profile/1"]]
    projectId: str
    name: str
    seed: NotRequired[Union[str, None]]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    profileData: ExportedProfileData
    effectiveOverride: NotRequired[Union[PartialEffectiveSnapshot, None]]
    thresholds: NotRequired[SetThresholds]


class ExportedProfileData(TypedDict):
    branches: list[ExportedBranch]
    versions: list[ExportedVersion]
    currentBranchId: str
    workingChanges: WorkingChanges
    budget: Budget


class ExportedBranch(TypedDict):
    id: str
    name: str
    description: NotRequired[Union[str, None]]
    headVersionId: Union[str, None]
    parentBranchId: NotRequired[Union[str, None]]
    createdAt: str
    startVersionId: NotRequired[Union[str, None]]


class ExportedVersion(TypedDict):
    id: str
    branchId: str
    parentVersionId: Union[str, None]
    message: str
    createdAt: str
    mergedFrom: NotRequired[Union[str, None]]
    seed: NotRequired[Union[str, None]]
    snapshot: PartialSnapshot


EventName: TypeAlias = Literal["profile.created", "profile.updated", "profile.deleted", "profile.committed", "profile.branch_created", "profile.branch_switched", "profile.rolled_back", "profile.merged", "annotation.completed", "annotation.budget_reached", "quality.alert", "score.batch_completed", "score.batch_failed", "score.batch_canceled", "share.answered", "share.completed", "person.joined", "person.removed", "api_key.created", "api_key.revoked", "webhook.disabled", "webhook.test"]


class McpMessage(TypedDict):
    pass


class NewProfile(TypedDict):
    projectId: str
    name: str
    seed: NotRequired[Union[str, None]]
    basedOn: NotRequired[Union[str, None]]


class ProfileUpdate(TypedDict):
    name: NotRequired[str]
    seed: NotRequired[Union[str, None]]
    profileData: NotRequired[ProfileDataUpdate]
    effectiveSnapshot: NotRequired[PartialEffectiveSnapshot]
    thresholds: NotRequired[dict[str, Union[SetThreshold, None]]]


class ProfileDataUpdate(TypedDict):
    branches: NotRequired[list[BranchUpdate]]
    versions: NotRequired[list[NewVersion]]
    currentBranchId: NotRequired[str]
    workingChanges: NotRequired[WorkingChangesUpdate]
    budget: NotRequired[BudgetUpdate]


class BranchUpdate(TypedDict):
    id: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    headVersionId: NotRequired[Union[str, None]]
    parentBranchId: NotRequired[Union[str, None]]
    createdAt: NotRequired[str]


class NewVersion(TypedDict):
    id: str
    branchId: NotRequired[str]
    parentVersionId: NotRequired[Union[str, None]]
    message: NotRequired[str]
    snapshot: NotRequired[PartialSnapshot]
    createdAt: NotRequired[str]
    mergedFrom: NotRequired[Union[str, None]]


class WorkingChangesUpdate(TypedDict):
    constraints: NotRequired[list[Constraint]]
    exemplars: NotRequired[list[Exemplar]]
    comparisons: NotRequired[list[Comparison]]


class BudgetUpdate(TypedDict):
    questions: NotRequired[BudgetCounterUpdate]
    labels: NotRequired[BudgetCounterUpdate]
    comparisons: NotRequired[BudgetCounterUpdate]


class BudgetCounterUpdate(TypedDict):
    used: NotRequired[int]
    total: NotRequired[int]


class MergeRequest(TypedDict):
    sourceBranchId: str
    targetBranchId: str
    strategy: NotRequired[Literal["fail", "ours", "theirs"]]
    resolutions: NotRequired[MergeResolutions]
    message: NotRequired[str]
    dryRun: NotRequired[bool]


class MergeResolutions(TypedDict):
    constraints: NotRequired[dict[str, Literal["ours", "theirs"]]]
    exemplars: NotRequired[dict[str, Literal["ours", "theirs"]]]
    comparisons: NotRequired[dict[str, Literal["ours", "theirs"]]]


class NewAnnotations(TypedDict):
    constraints: NotRequired[list[Constraint]]
    exemplars: NotRequired[list[Exemplar]]
    comparisons: NotRequired[list[Comparison]]


class NewAsk(TypedDict):
    first: str
    second: str
    dimension: NotRequired[str]


class ScoreRequest(TypedDict):
    profile_id: str
    frames: list[Frame]
    dimensions: list[str]
    version_id: NotRequired[str]
    branch_id: NotRequired[str]
    include_working: NotRequired[bool]
    person: NotRequired[str]
    explain: NotRequired[bool]
    verdict: NotRequired[bool]
    suggestions: NotRequired[bool]
    regions: NotRequired[bool]
    state: NotRequired[bool]
    thumbnails: NotRequired[bool]


class RewardRequestFrames(TypedDict):
    id: str
    url: str
    prompt: NotRequired[str]
    group: NotRequired[str]


class RewardRequest(TypedDict):
    profile_id: str
    frames: list[RewardRequestFrames]
    dimension: NotRequired[str]
    version_id: NotRequired[str]
    branch_id: NotRequired[str]
    include_working: NotRequired[bool]
    person: NotRequired[str]


class Frame(TypedDict):
    id: str
    url: str


class ExamplesRequest(TypedDict):
    url: NotRequired[str]
    limit: NotRequired[int]


PreviewRequest = TypedDict(
    "PreviewRequest",
    {
        "from": 'NotRequired[str]',
        "to": 'NotRequired[Union[str, PreviewedMerge]]',
        "frames": 'NotRequired[list[Frame]]',
        "dimensions": 'NotRequired[list[str]]',
        "verdict": 'NotRequired[bool]',
    },
)


class PreviewedMergeMerge(TypedDict):
    sourceBranchId: str
    targetBranchId: str
    strategy: NotRequired[Literal["fail", "ours", "theirs"]]
    resolutions: NotRequired[MergeResolutions]


class PreviewedMerge(TypedDict):
    merge: PreviewedMergeMerge


class BatchRequest(TypedDict):
    profile_id: str
    frames: list[Frame]
    dimensions: list[str]
    version_id: NotRequired[str]
    branch_id: NotRequired[str]
    include_working: NotRequired[bool]
    person: NotRequired[str]
    explain: NotRequired[bool]
    verdict: NotRequired[bool]
    suggestions: NotRequired[bool]
    regions: NotRequired[bool]
    state: NotRequired[bool]
    metadata: NotRequired[dict[str, Any]]


class FrameChange(TypedDict):
    ids: list[str]
    add: NotRequired[list[str]]
    remove: NotRequired[list[str]]
    prompt: NotRequired[Union[str, None]]
    group: NotRequired[Union[str, None]]
    seed: NotRequired[Union[str, None]]


class NewWebhook(TypedDict):
    url: str
    events: list[str]
    projectId: NotRequired[str]
    description: NotRequired[str]


class WebhookUpdate(TypedDict):
    url: NotRequired[str]
    events: NotRequired[list[str]]
    description: NotRequired[Union[str, None]]
    status: NotRequired[Literal["enabled", "disabled"]]


class WebhookSecretRotation(TypedDict):
    overlapSeconds: NotRequired[float]


class DeadLetterFilter(TypedDict):
    webhookId: NotRequired[str]
    eventType: NotRequired[EventName]
    since: NotRequired[str]
    until: NotRequired[str]


class DeliveryFilter(TypedDict):
    since: str
    until: NotRequired[str]
    status: NotRequired[Literal["delivered", "dead"]]
    eventType: NotRequired[EventName]


class NewBoardPictures(TypedDict):
    frameId: str
    caption: NotRequired[str]


class NewBoard(TypedDict):
    profileId: str
    name: str
    layout: NotRequired[Literal["rows", "grid", "column"]]
    pictures: NotRequired[list[NewBoardPictures]]


class BoardPatchPictures(TypedDict):
    frameId: str
    caption: NotRequired[str]


class BoardPatch(TypedDict):
    name: NotRequired[str]
    layout: NotRequired[Literal["rows", "grid", "column"]]
    pictures: NotRequired[list[BoardPatchPictures]]


class NewShareFrames(TypedDict):
    id: str
    url: str
    name: NotRequired[str]


class NewShare(TypedDict):
    profileId: str
    title: NotRequired[str]
    expiresInDays: NotRequired[float]
    frames: NotRequired[list[NewShareFrames]]
    boardId: NotRequired[str]
    dimension: NotRequired[str]
    threshold: NotRequired[float]
    versionId: NotRequired[str]
    branchId: NotRequired[str]
    includeWorking: NotRequired[bool]


class ShareReviewPin(TypedDict):
    x: float
    y: float


class ShareReview(TypedDict):
    reviewer: str
    name: NotRequired[str]
    picture: NotRequired[Union[int, None]]
    decision: NotRequired[Literal["undecided", "approve", "reject"]]
    comment: NotRequired[str]
    pin: NotRequired[ShareReviewPin]
    isDone: NotRequired[bool]


class NewAlert(TypedDict):
    profileId: str
    dimension: str
    below: float
    over: NotRequired[int]


class NewApiKey(TypedDict):
    name: str
    projectId: NotRequired[str]
    scopes: NotRequired[list[Literal["read", "score", "teach", "write", "admin"]]]
    expiresInDays: NotRequired[float]


class NewPerson(TypedDict):
    name: str
    email: NotRequired[str]
    role: Literal["viewer", "judge", "editor", "owner"]
    projects: NotRequired[list[str]]


class PersonUpdate(TypedDict):
    name: NotRequired[str]
    email: NotRequired[Union[str, None]]
    role: NotRequired[Literal["viewer", "judge", "editor", "owner"]]
    projects: NotRequired[Union[list[str], None]]
    status: NotRequired[Literal["active", "suspended"]]


class ApiKeyRotation(TypedDict):
    overlapSeconds: NotRequired[float]


class SignIn(TypedDict):
    key: NotRequired[str]
    code: NotRequired[str]


class InvitedSignOn(TypedDict):
    code: str
    to: NotRequired[str]


class NewLogin(TypedDict):
    name: str


class LoginDecision(TypedDict):
    approve: bool


class LoginCode(TypedDict):
    code: str


class Profile(TypedDict):
    id: str
    projectId: str
    name: str
    seed: Union[str, None]
    createdAt: str
    updatedAt: str
    thresholds: NotRequired[SetThresholds]
    profileData: ProfileData
    effectiveSnapshot: EffectiveSnapshot


class ProfileSummary(TypedDict):
    id: str
    projectId: str
    name: str
    seed: Union[str, None]
    createdAt: str
    updatedAt: str
    thresholds: NotRequired[SetThresholds]


class ProfileList(TypedDict):
    profiles: list[ProfileSummary]
    nextCursor: NotRequired[str]


class UpdatedProfile(TypedDict):
    id: str
    projectId: str
    name: str
    seed: Union[str, None]
    updatedAt: str
    thresholds: NotRequired[SetThresholds]


class ProfileData(TypedDict):
    branches: list[Branch]
    versions: list[ListedVersion]
    currentBranchId: str
    workingChanges: WorkingChanges
    budget: Budget


class ListedVersion(TypedDict):
    id: str
    branchId: str
    parentVersionId: Union[str, None]
    message: str
    createdAt: str
    mergedFrom: NotRequired[str]
    snapshot: NotRequired[Snapshot]


class Branch(TypedDict):
    id: str
    name: str
    description: NotRequired[str]
    headVersionId: Union[str, None]
    parentBranchId: NotRequired[str]
    createdAt: str


class Version(TypedDict):
    id: str
    branchId: str
    parentVersionId: Union[str, None]
    message: str
    createdAt: str
    mergedFrom: NotRequired[str]
    snapshot: Snapshot


class HistoryEntry(TypedDict):
    id: str
    branchId: str
    parentVersionId: Union[str, None]
    message: str
    createdAt: str
    mergedFrom: NotRequired[str]
    author: VersionAuthor
    changes: VersionChanges


class HistoryEntryWithSnapshot(TypedDict):
    id: str
    branchId: str
    parentVersionId: Union[str, None]
    message: str
    createdAt: str
    mergedFrom: NotRequired[str]
    author: VersionAuthor
    changes: VersionChanges
    snapshot: Snapshot


VersionAuthor: TypeAlias = Union["Actor", None]


class VersionChangesConstraints(TypedDict):
    added: int
    removed: int
    changed: int


class VersionChangesExemplars(TypedDict):
    added: int
    removed: int
    changed: int


class VersionChangesComparisons(TypedDict):
    added: int
    removed: int
    changed: int


class VersionChanges(TypedDict):
    constraints: VersionChangesConstraints
    exemplars: VersionChangesExemplars
    comparisons: VersionChangesComparisons


class VersionList(TypedDict):
    versions: list[HistoryEntry]
    nextCursor: NotRequired[str]


class Snapshot(TypedDict):
    constraints: list[Constraint]
    exemplars: list[Exemplar]
    comparisons: list[Comparison]
    latentScores: LatentScores


class EffectiveSnapshot(TypedDict):
    constraints: list[Constraint]
    exemplars: list[Exemplar]
    comparisons: list[Comparison]
    latentScores: LatentScores
    promptSummary: str
    embeddingCentroid: list[float]


ProfileDiff = TypedDict(
    "ProfileDiff",
    {
        "from": 'str',
        "to": 'str',
        "constraints": 'ConstraintDiff',
        "exemplars": 'ExemplarDiff',
        "comparisons": 'ComparisonDiff',
    },
)


ConstraintDiffChanged = TypedDict(
    "ConstraintDiffChanged",
    {
        "id": 'str',
        "from": 'Constraint',
        "to": 'Constraint',
    },
)


class ConstraintDiff(TypedDict):
    added: list[Constraint]
    removed: list[Constraint]
    changed: list[ConstraintDiffChanged]


ExemplarDiffChanged = TypedDict(
    "ExemplarDiffChanged",
    {
        "id": 'str',
        "from": 'Exemplar',
        "to": 'Exemplar',
    },
)


class ExemplarDiff(TypedDict):
    added: list[Exemplar]
    removed: list[Exemplar]
    changed: list[ExemplarDiffChanged]


ComparisonDiffChanged = TypedDict(
    "ComparisonDiffChanged",
    {
        "id": 'str',
        "from": 'Comparison',
        "to": 'Comparison',
    },
)


class ComparisonDiff(TypedDict):
    added: list[Comparison]
    removed: list[Comparison]
    changed: list[ComparisonDiffChanged]


class MergeResult(TypedDict):
    version: Union[Version, None]
    conflicts: list[MergeConflict]


class MergeConflictOurs1(TypedDict):
    id: str


class MergeConflictTheirs1(TypedDict):
    id: str


class MergeConflictBase1(TypedDict):
    id: str


class MergeConflict(TypedDict):
    kind: Literal["constraints", "exemplars", "comparisons"]
    id: str
    ours: NotRequired[Union[MergeConflictOurs1, None]]
    theirs: NotRequired[Union[MergeConflictTheirs1, None]]
    base: NotRequired[Union[MergeConflictBase1, None]]


class AddedAnnotationsReplaced(TypedDict):
    id: str


class AddedAnnotationsChanges(TypedDict):
    list: Literal["constraints", "exemplars", "comparisons"]
    id: str
    before: Literal["nothing", "committed", "uncommitted", "removed", "too_large"]


class AddedAnnotations(TypedDict):
    constraints: list[Constraint]
    exemplars: list[Exemplar]
    comparisons: list[Comparison]
    replaced: list[AddedAnnotationsReplaced]
    changes: list[AddedAnnotationsChanges]
    understood: list[UnderstoodAnswer]
    budget: Budget


class RemovedAnnotation(TypedDict):
    budget: Budget


class DiscardedAnnotations(TypedDict):
    budget: Budget
    discardId: Union[str, None]


class RestoredDiscard(TypedDict):
    budget: Budget
    restored: int
    judgedAgain: int


class AskAnswer1(TypedDict):
    choice: Literal["first", "second", "no difference", "both good", "both bad"]
    answeredAt: str


class Ask(TypedDict):
    id: str
    createdAt: str
    expiresAt: str
    answer: Union[AskAnswer1, None]


class ScoreResponse(TypedDict):
    scores: list[FrameScore]
    latency_ms: float
    model: str
    branch_id: NotRequired[Union[str, None]]
    version_id: NotRequired[Union[str, None]]


class RewardResponse(TypedDict):
    rewards: list[FrameReward]
    latency_ms: float
    model: str


class FrameReward(TypedDict):
    frame_id: str
    reward: Union[float, None]
    score: Union[float, None]
    novelty: Union[float, None]
    error: NotRequired[FrameError]


class FrameScorePeople(TypedDict):
    id: str
    name: Union[str, None]


class FrameScore(TypedDict):
    frame_id: str
    error: NotRequired[FrameError]
    confidence: NotRequired[dict[str, float]]
    details: NotRequired[dict[str, Explanation]]
    verdict: NotRequired[dict[str, Verdict]]
    regions: NotRequired[dict[str, Regions]]
    people: NotRequired[list[FrameScorePeople]]
    split: NotRequired[dict[str, float]]
    thumbnail_url: NotRequired[str]


class FrameError(TypedDict):
    code: str
    message: str
    retryable: bool


class ExplanationPriorViews(TypedDict):
    view: str
    share: float
    logOdds: float


class ExplanationPriorConstraints(TypedDict):
    attribute: str
    measured: float
    contribution: float
    phrase: str


class ExplanationPriorUsability(TypedDict):
    attribute: str
    measured: float
    contribution: float
    reason: str


class ExplanationPrior(TypedDict):
    crowd: NotRequired[float]
    team: NotRequired[float]
    others: NotRequired[float]
    views: NotRequired[list[ExplanationPriorViews]]
    constraints: list[ExplanationPriorConstraints]
    usability: NotRequired[list[ExplanationPriorUsability]]


class ExplanationLearnedNearest(TypedDict):
    elements: list[str]
    influence: float


class ExplanationLearned(TypedDict):
    part: float
    nearest: list[ExplanationLearnedNearest]


class ExplanationAttributes(TypedDict):
    name: str
    value: float
    word: str


class Explanation(TypedDict):
    summary: NotRequired[str]
    utility: NotRequired[float]
    deviation: NotRequired[float]
    prior: NotRequired[ExplanationPrior]
    qualities: NotRequired[dict[str, float]]
    learned: NotRequired[ExplanationLearned]
    reasons: NotRequired[list[ScoreReason]]
    attributes: NotRequired[list[ExplanationAttributes]]
    measured: NotRequired[float]
    low: NotRequired[str]
    high: NotRequired[str]


class ScoreReason(TypedDict):
    text: str
    effect: float
    elements: NotRequired[list[str]]


class VerdictChanges(TypedDict):
    change: Literal["more_space", "fewer_elements", "fewer_colours", "larger_text", "lighter", "more_contrast", "muted", "aligned", "warmer", "softer", "crop_closer", "straighter", "lift_shadows", "smoother", "less_space", "more_elements", "more_colours", "smaller_text", "darker", "less_contrast", "purer", "freer", "cooler", "sharper", "deepen_shadows", "more_texture"]
    amount: float
    gain: float


Verdict = TypedDict(
    "Verdict",
    {
        "decision": 'Literal["pass", "revise", "fail"]',
        "certainty": 'float',
        "unsure": 'bool',
        "pass": 'float',
        "fail": 'float',
        "novelty": 'float',
        "problem": 'NotRequired[Literal["blank", "noise", "unstyled", "error_page"]]',
        "differences": 'list[str]',
        "suggestions": 'list[str]',
        "changes": 'list[VerdictChanges]',
    },
)


class Regions(TypedDict):
    rows: int
    columns: int
    effects: list[float]
    words: NotRequired[str]


class ThresholdEvidenceGood(TypedDict):
    total: int
    passed: int


class ThresholdEvidenceBad(TypedDict):
    total: int
    passed: int


class ThresholdEvidence(TypedDict):
    good: ThresholdEvidenceGood
    bad: ThresholdEvidenceBad


Threshold = TypedDict(
    "Threshold",
    {
        "pass": 'float',
        "fail": 'float',
        "source": 'Literal["set", "learned", "default"]',
        "evidence": 'ThresholdEvidence',
    },
)


class DimensionThresholdEvidenceGood(TypedDict):
    total: int
    passed: int


class DimensionThresholdEvidenceBad(TypedDict):
    total: int
    passed: int


class DimensionThresholdEvidence(TypedDict):
    good: DimensionThresholdEvidenceGood
    bad: DimensionThresholdEvidenceBad


DimensionThreshold = TypedDict(
    "DimensionThreshold",
    {
        "pass": 'float',
        "fail": 'float',
        "source": 'Literal["set", "learned", "default"]',
        "evidence": 'DimensionThresholdEvidence',
        "dimension": 'str',
        "model": 'str',
    },
)


class BriefEvidenceGood(TypedDict):
    count: int
    of: int


class BriefEvidenceBad(TypedDict):
    count: int
    of: int


class BriefEvidence(TypedDict):
    phrase: str
    good: BriefEvidenceGood
    bad: BriefEvidenceBad


class BriefPalette(TypedDict):
    hex: str
    share: float


class BriefPredicts1(TypedDict):
    accuracy: float
    judgements: int


class BriefExamples(TypedDict):
    good: list[BriefExample]
    bad: list[BriefExample]


class Brief(TypedDict):
    name: str
    seed: NotRequired[str]
    summary: str
    aim: list[str]
    avoid: list[str]
    belief: NotRequired[str]
    evidence: list[BriefEvidence]
    palette: list[BriefPalette]
    thresholds: dict[str, Threshold]
    predicts: Union[BriefPredicts1, None]
    advice: NotRequired[str]
    examples: BriefExamples
    representative: list[str]
    model: str


class BriefExample(TypedDict):
    elementId: str
    thumbnail: str
    name: NotRequired[str]


class Dimension(TypedDict):
    name: str
    kind: Literal["learned", "attribute"]
    description: str


class DimensionList(TypedDict):
    dimensions: list[Dimension]


class DiagnosticsWordsAgainstPicturesGood(TypedDict):
    count: int
    of: int


class DiagnosticsWordsAgainstPicturesBad(TypedDict):
    count: int
    of: int


class DiagnosticsWordsAgainstPictures(TypedDict):
    answer: str
    phrase: str
    attribute: str
    direction: Literal["more", "less"]
    statement: str
    good: DiagnosticsWordsAgainstPicturesGood
    bad: DiagnosticsWordsAgainstPicturesBad
    pictures: list[str]


class Diagnostics(TypedDict):
    profileId: str
    versionId: Union[str, None]
    embedder: str
    pictures: int
    dimensions: list[DimensionDiagnostics]
    understood: list[UnderstoodAnswer]
    tendencies: Tendencies
    wordsAgainstPictures: list[DiagnosticsWordsAgainstPictures]
    unusable: list[UnusableElement]
    contradictions: list[Contradiction]


class DimensionDiagnosticsLabels(TypedDict):
    good: int
    bad: int


class DimensionDiagnosticsSelfPrediction1(TypedDict):
    judgements: int
    correct: float
    statement: str


class DimensionDiagnosticsLearningCurve(TypedDict):
    judgements: int
    correct: float


class DimensionDiagnosticsChanges(TypedDict):
    by: NotRequired[str]
    since: str
    at: NotRequired[str]
    earlier: list[str]
    statement: str


class DimensionDiagnosticsAgreement1(TypedDict):
    factor: float
    stance: Literal["agree", "own_way", "opposite", "unclear"]
    statement: str


class DimensionDiagnostics(TypedDict):
    name: str
    labels: DimensionDiagnosticsLabels
    comparisons: int
    constraints: int
    consistency: Consistency
    selfPrediction: Union[DimensionDiagnosticsSelfPrediction1, None]
    learningCurve: list[DimensionDiagnosticsLearningCurve]
    enough: bool
    remaining: int
    advice: NotRequired[str]
    changes: NotRequired[list[DimensionDiagnosticsChanges]]
    agreement: Union[DimensionDiagnosticsAgreement1, None]


class Consistency(TypedDict):
    contradictoryLabels: list[list[str]]
    contradictoryComparisons: list[list[str]]
    repeatAgreement: Union[float, None]
    transitivity: Union[float, None]
    cycles: list[list[str]]
    groups: int


class Contradiction(TypedDict):
    kind: Literal["constraints", "exemplars", "comparisons"]
    about: str
    elements: list[str]


class UnderstoodAnswer(TypedDict):
    id: str
    wishes: list[AttributeWish]
    notUnderstood: list[str]


class TendenciesPictures(TypedDict):
    good: int
    bad: int


class TendenciesClaimsRanks(TypedDict):
    good: Union[float, None]
    bad: Union[float, None]


class TendenciesClaimsGood(TypedDict):
    count: int
    of: int


class TendenciesClaimsBad(TypedDict):
    count: int
    of: int


class TendenciesClaims(TypedDict):
    attribute: str
    direction: Literal["more", "less"]
    word: str
    opposite: str
    ranks: TendenciesClaimsRanks
    good: TendenciesClaimsGood
    bad: TendenciesClaimsBad


class Tendencies(TypedDict):
    pictures: TendenciesPictures
    claims: list[TendenciesClaims]
    attributes: list[AttributeTendency]


class AttributeTendencyExamples(TypedDict):
    lowest: str
    highest: str


class AttributeTendency(TypedDict):
    attribute: str
    good: Union[float, None]
    bad: Union[float, None]
    general: float
    examples: NotRequired[AttributeTendencyExamples]


class AttributeWish(TypedDict):
    attribute: str
    direction: Literal["more", "less", "middle"]
    low: float
    high: float
    strength: float
    phrase: str
    isUnwanted: NotRequired[Literal[True]]


class UnusableElement(TypedDict):
    kind: Literal["constraints", "exemplars", "comparisons"]
    id: str
    code: str
    message: str
    retryable: bool


class ExampleList(TypedDict):
    examples: list[LabelledExample]


class LabelledExample(TypedDict):
    elementId: str
    thumbnail: str
    name: NotRequired[str]
    label: Literal["good", "bad"]


class Suggestions(TypedDict):
    suggestions: list[Suggestion]
    enough: bool
    remaining: int
    belief: NotRequired[str]


class Suggestion1(TypedDict):
    kind: Literal["comparison"]
    frameA: SuggestedFrame
    frameB: SuggestedFrame
    gain: float
    reason: str
    repeat: NotRequired[Literal[True]]


class Suggestion2(TypedDict):
    kind: Literal["label"]
    frame: SuggestedFrame
    gain: float
    reason: str


class Suggestion3(TypedDict):
    kind: Literal["question"]
    id: str
    category: str
    question: str
    answers: list[str]
    gain: float
    reason: str


Suggestion: TypeAlias = Union["Suggestion1", "Suggestion2", "Suggestion3"]


class SuggestedFrame(TypedDict):
    id: str
    url: Union[str, None]


class ProfilePeople(TypedDict):
    people: list[PersonTaste]
    pairs: list[PersonPair]


class PersonTasteJudgements(TypedDict):
    questions: int
    labels: int
    comparisons: int


class PersonTasteAgreement(TypedDict):
    team: Union[float, None]
    self: Union[float, None]


class PersonTaste(TypedDict):
    id: str
    name: Union[str, None]
    judgements: PersonTasteJudgements
    agreement: PersonTasteAgreement
    differs: list[str]


class PersonPair(TypedDict):
    a: str
    b: str
    agreement: Union[float, None]
    shared: int
    differs: list[str]


class Disagreements(TypedDict):
    judged: list[JudgedPictureVotes]
    likely: list[LikelyDisagreement]
    nextCursor: NotRequired[str]


class JudgedPictureVotesPicture(TypedDict):
    elementId: str
    url: Union[str, None]
    contentHash: Union[str, None]
    thumbnail: Union[str, None]
    name: NotRequired[str]


class JudgedPictureVotesVotes(TypedDict):
    by: str
    label: Literal["good", "bad"]


class JudgedPictureVotes(TypedDict):
    picture: JudgedPictureVotesPicture
    votes: list[JudgedPictureVotesVotes]


class LikelyDisagreementFrame(TypedDict):
    id: str
    url: Union[str, None]
    contentHash: Union[str, None]
    thumbnail: Union[str, None]
    name: NotRequired[str]


class LikelyDisagreementScores(TypedDict):
    by: str
    score: float


class LikelyDisagreement(TypedDict):
    frame: LikelyDisagreementFrame
    split: float
    scores: list[LikelyDisagreementScores]


Preview = TypedDict(
    "Preview",
    {
        "from": 'NotRequired[PreviewedState]',
        "to": 'PreviewedState',
        "considered": 'int',
        "decidedAnew": 'NotRequired[dict[str, int]]',
        "frames": 'list[PreviewedFrame]',
    },
)


class PreviewedState(TypedDict):
    versionId: Union[str, None]
    working: NotRequired[Literal[True]]
    mergedFrom: NotRequired[Union[str, None]]


PreviewedFrameVerdict = TypedDict(
    "PreviewedFrameVerdict",
    {
        "from": 'NotRequired[Literal["pass", "revise", "fail"]]',
        "to": 'Literal["pass", "revise", "fail"]',
        "isSure": 'bool',
    },
)


PreviewedFrame = TypedDict(
    "PreviewedFrame",
    {
        "id": 'str',
        "url": 'Union[str, None]',
        "name": 'NotRequired[str]',
        "thumbnail": 'NotRequired[str]',
        "from": 'NotRequired[dict[str, Union[float, None]]]',
        "to": 'dict[str, Union[float, None]]',
        "verdict": 'NotRequired[dict[str, PreviewedFrameVerdict]]',
        "error": 'NotRequired[FrameError]',
    },
)


class RefreshResult(TypedDict):
    pictures: int
    unusable: list[UnusableElement]


class BatchModels(TypedDict):
    model: str
    seq: int


class Batch(TypedDict):
    batch_id: str
    profile_id: str
    branch_id: NotRequired[Union[str, None]]
    version_id: Union[str, None]
    status: Literal["in_progress", "canceling", "completed", "canceled", "failed"]
    counts: BatchCounts
    metadata: dict[str, Any]
    model: NotRequired[str]
    models: NotRequired[list[BatchModels]]
    created_at: str
    completed_at: NotRequired[str]


class BatchCounts(TypedDict):
    total: int
    succeeded: int
    failed: int
    canceled: int


class BatchList(TypedDict):
    batches: list[Batch]
    nextCursor: NotRequired[str]


class LibraryFrame(TypedDict):
    id: str
    url: str
    projectId: str
    name: NotRequired[str]
    width: int
    height: int
    bytes: int
    contentType: Literal["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]
    createdAt: str
    tags: NotRequired[list[str]]
    prompt: NotRequired[str]
    group: NotRequired[str]
    seed: NotRequired[str]


class DeletedFrameKeptFor(TypedDict):
    frames: list[str]
    profiles: list[str]


class DeletedFrame(TypedDict):
    success: Literal[True]
    erased: NotRequired[bool]
    keptFor: NotRequired[DeletedFrameKeptFor]


class BoardPicturesFrame1(TypedDict):
    name: Union[str, None]
    width: int
    height: int


class BoardPictures(TypedDict):
    frameId: str
    caption: NotRequired[str]
    frame: Union[BoardPicturesFrame1, None]


class Board(TypedDict):
    id: str
    projectId: str
    profileId: str
    name: str
    layout: Literal["rows", "grid", "column"]
    pictureCount: int
    createdAt: str
    updatedAt: str
    revision: int
    pictures: list[BoardPictures]


class BoardSummary(TypedDict):
    id: str
    projectId: str
    profileId: str
    name: str
    layout: Literal["rows", "grid", "column"]
    pictureCount: int
    createdAt: str
    updatedAt: str
    cover: list[str]


class BoardList(TypedDict):
    boards: list[BoardSummary]
    nextCursor: NotRequired[str]


class Share(TypedDict):
    id: str
    projectId: str
    profileId: str
    kind: Literal["overview", "result", "board"]
    title: str
    status: Literal["active", "expired", "revoked"]
    createdAt: str
    expiresAt: str
    pictureCount: int
    answerCount: int
    lastAnswerAt: NotRequired[str]


class CreatedShare(TypedDict):
    id: str
    projectId: str
    profileId: str
    kind: Literal["overview", "result", "board"]
    title: str
    status: Literal["active", "expired", "revoked"]
    createdAt: str
    expiresAt: str
    pictureCount: int
    answerCount: int
    lastAnswerAt: NotRequired[str]
    url: NotRequired[str]


class ShareWithAnswers(TypedDict):
    id: str
    projectId: str
    profileId: str
    kind: Literal["overview", "result", "board"]
    title: str
    status: Literal["active", "expired", "revoked"]
    createdAt: str
    expiresAt: str
    pictureCount: int
    answerCount: int
    lastAnswerAt: NotRequired[str]
    pictures: list[SharedPicture]
    answers: list[ShareAnswer]
    reviewers: list[ShareReviewer]


class ShareList(TypedDict):
    shares: list[Share]
    nextCursor: NotRequired[str]


class SharedPicture(TypedDict):
    number: int
    name: str
    thumbnail: Union[str, None]
    url: NotRequired[str]
    label: NotRequired[Literal["good", "bad"]]
    score: NotRequired[float]


class ShareAnswerPin(TypedDict):
    x: float
    y: float


class ShareAnswer(TypedDict):
    id: str
    at: str
    picture: Union[int, None]
    decision: NotRequired[Literal["undecided", "approve", "reject"]]
    comment: NotRequired[str]
    pin: NotRequired[ShareAnswerPin]
    author: NotRequired[str]
    reviewer: NotRequired[str]


class ShareReviewer(TypedDict):
    id: str
    name: NotRequired[str]
    joinedAt: str
    completedAt: NotRequired[str]


class LibraryFrameList(TypedDict):
    frames: list[LibraryFrame]
    nextCursor: NotRequired[str]


class ChangedFrames(TypedDict):
    frames: list[LibraryFrame]


class ProfilePicture(TypedDict):
    elementId: str
    kind: Literal["exemplars", "comparisons"]
    side: NotRequired[Literal["a", "b"]]
    status: Literal["read", "unread", "unusable"]
    reason: NotRequired[str]
    thumbnail: NotRequired[str]
    contentHash: NotRequired[str]
    judgedAt: NotRequired[str]
    judgedBy: NotRequired[Actor]


class ProfilePictureList(TypedDict):
    pictures: list[ProfilePicture]


class RecentFrame(TypedDict):
    id: str
    url: Union[str, None]
    scoredAt: str
    profileId: str
    scores: dict[str, float]
    thumbnail: Union[str, None]


class RecentFrameList(TypedDict):
    frames: list[RecentFrame]
    nextCursor: NotRequired[str]


class SimilarFrame(TypedDict):
    frame: LibraryFrame
    similarity: float


class SimilarFrameList(TypedDict):
    frames: list[SimilarFrame]


class FrameStack(TypedDict):
    ids: list[str]


class FrameStackList(TypedDict):
    stacks: list[FrameStack]


class Webhook(TypedDict):
    id: str
    projectId: NotRequired[str]
    url: str
    events: list[str]
    description: NotRequired[str]
    status: Literal["enabled", "disabled"]
    disabledReason: NotRequired[Literal["requested", "gone", "failing"]]
    createdAt: str
    updatedAt: str


class CreatedWebhook(TypedDict):
    id: str
    projectId: NotRequired[str]
    url: str
    events: list[str]
    description: NotRequired[str]
    status: Literal["enabled", "disabled"]
    disabledReason: NotRequired[Literal["requested", "gone", "failing"]]
    createdAt: str
    updatedAt: str
    secret: NotRequired[str]


class WebhookList(TypedDict):
    webhooks: list[Webhook]
    nextCursor: NotRequired[str]


class Delivery(TypedDict):
    id: str
    webhookId: str
    eventId: str
    eventType: EventName
    status: Literal["pending", "delivered", "dead"]
    attempts: list[DeliveryAttempt]
    nextAttemptAt: NotRequired[str]
    reason: NotRequired[Literal["too_many_pending"]]
    createdAt: str


class DeliveryAttempt(TypedDict):
    at: str
    status: NotRequired[int]
    durationMs: float
    error: NotRequired[str]
    response: NotRequired[str]


class DeliveryWithEvent(TypedDict):
    id: str
    webhookId: str
    eventId: str
    eventType: EventName
    status: Literal["pending", "delivered", "dead"]
    attempts: list[DeliveryAttempt]
    nextAttemptAt: NotRequired[str]
    reason: NotRequired[Literal["too_many_pending"]]
    createdAt: str
    event: Event


class DeliveryList(TypedDict):
    deliveries: list[Delivery]
    nextCursor: NotRequired[str]


DeadLetter: TypeAlias = "Delivery"


class DeadLetterList(TypedDict):
    deadLetters: list[DeadLetter]
    nextCursor: NotRequired[str]


class ReplayedDeliveries(TypedDict):
    replayed: int


class ReplayedDeadLetters(TypedDict):
    replayed: int


class Event(TypedDict):
    id: str
    type: EventName
    timestamp: str
    projectId: Union[str, None]
    data: dict[str, Any]


class EventList(TypedDict):
    events: list[Event]
    nextCursor: NotRequired[str]


class EventType(TypedDict):
    type: EventName
    description: str
    schema: dict[str, Any]


class EventTypeList(TypedDict):
    eventTypes: list[EventType]


class Alert(TypedDict):
    id: str
    profileId: str
    dimension: str
    below: float
    over: int


class AlertList(TypedDict):
    alerts: list[Alert]
    nextCursor: NotRequired[str]


class ApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    projectId: NotRequired[str]
    scopes: NotRequired[list[Literal["read", "score", "teach", "write", "admin"]]]
    lastUsedAt: Union[str, None]
    usageCount: int
    expiresAt: NotRequired[str]
    createdAt: str
    personId: NotRequired[str]


class CreatedApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    projectId: NotRequired[str]
    scopes: NotRequired[list[Literal["read", "score", "teach", "write", "admin"]]]
    expiresAt: NotRequired[str]
    createdAt: str
    personId: NotRequired[str]
    key: NotRequired[str]
    warning: str


class ApiKeyUsage(TypedDict):
    days: list[DayOfUse]


class DayOfUse(TypedDict):
    date: str
    requests: int


class ApiKeyList(TypedDict):
    keys: list[ApiKey]
    nextCursor: NotRequired[str]


class AuditEntry(TypedDict):
    id: str
    at: str
    action: Literal["account.created", "api_key.created", "api_key.rotated", "api_key.revoked", "session.created", "session.failed", "person.joined", "person.invited", "person.changed", "person.removed", "webhook.created", "webhook.updated", "webhook.deleted", "webhook.secret_rotated", "alert.created", "alert.deleted", "profile.deleted", "profile.exported", "profile.imported", "share.created", "share.revoked", "frame.deleted"]
    actor: Union[Actor, None]
    address: Union[str, None]
    requestId: Union[str, None]
    projectId: NotRequired[str]
    target: AuditTarget
    details: NotRequired[dict[str, Any]]


class Actor(TypedDict):
    keyId: str
    name: str
    personId: NotRequired[str]


class AuditTarget(TypedDict):
    type: Literal["account", "api_key", "webhook", "alert", "profile", "frame", "share", "person"]
    id: str
    name: NotRequired[str]


class AuditList(TypedDict):
    entries: list[AuditEntry]
    nextCursor: NotRequired[str]


class Project(TypedDict):
    id: str
    profiles: int
    keys: int


class ProjectList(TypedDict):
    projects: list[Project]


class Person(TypedDict):
    id: str
    name: str
    email: NotRequired[str]
    role: Literal["viewer", "judge", "editor", "owner"]
    projects: NotRequired[list[str]]
    status: Literal["invited", "active", "suspended"]
    createdAt: str
    lastSeenAt: NotRequired[str]


class ListedPerson(TypedDict):
    id: str
    name: str
    email: NotRequired[str]
    role: NotRequired[Literal["viewer", "judge", "editor", "owner"]]
    projects: NotRequired[list[str]]
    status: NotRequired[Literal["invited", "active", "suspended"]]
    createdAt: NotRequired[str]
    lastSeenAt: NotRequired[str]


class PersonList(TypedDict):
    people: list[ListedPerson]
    nextCursor: NotRequired[str]


class InvitedPerson(TypedDict):
    person: Person
    invitation: Invitation


class Invitation(TypedDict):
    url: NotRequired[str]
    expiresAt: str


class SessionPerson(TypedDict):
    id: str
    name: str
    role: Literal["viewer", "judge", "editor", "owner"]


class Session(TypedDict):
    account: str
    projectId: NotRequired[str]
    projects: NotRequired[list[str]]
    scopes: NotRequired[list[Literal["read", "score", "teach", "write", "admin"]]]
    person: NotRequired[SessionPerson]


class SessionCode(TypedDict):
    code: NotRequired[str]
    expiresAt: str


class SessionKey(TypedDict):
    id: str
    name: str
    expiresAt: NotRequired[str]


class SignInMethodsOidc(TypedDict):
    name: str


class SignInMethods(TypedDict):
    oidc: NotRequired[SignInMethodsOidc]


class SignOnStart(TypedDict):
    url: str


class CreatedLogin(TypedDict):
    code: str
    userCode: str
    url: str
    expiresAt: str
    interval: int


class Login(TypedDict):
    userCode: str
    name: str
    address: str
    createdAt: str
    expiresAt: str


class Success(TypedDict):
    success: Literal[True]


class Health(TypedDict):
    status: Literal["ok"]


class Readiness(TypedDict):
    status: Literal["ready", "dependency_down"]
    checks: NotRequired[dict[str, str]]


class ServiceStatusScoring(TypedDict):
    threads: int
    running: int
    waiting: int


class ServiceStatusBatches(TypedDict):
    unfinished: int
    oldestSeconds: Union[float, None]


class ServiceStatusAccount(TypedDict):
    usedBytes: int
    maxBytes: Union[int, None]


class ServiceStatusDeliveries(TypedDict):
    overdueSeconds: Union[float, None]


class ServiceStatus(TypedDict):
    version: str
    startedAt: str
    store: Literal["sqlite", "postgres"]
    embedder: str
    failedChecks: dict[str, str]
    scoring: ServiceStatusScoring
    batches: ServiceStatusBatches
    account: NotRequired[ServiceStatusAccount]
    deliveries: ServiceStatusDeliveries


class ApiDescription(TypedDict):
    openapi: str


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: Literal["invalid_json", "invalid_request", "missing_api_key", "invalid_api_key", "expired_api_key", "revoked_api_key", "invalid_sign_on", "invalid_code", "project_forbidden", "scope_forbidden", "sign_on_refused", "role_missing", "login_refused", "person_forbidden", "request_header_missing", "origin_forbidden", "invalid_signature", "expired_signature", "profile_not_found", "branch_not_found", "version_not_found", "batch_not_found", "frame_not_found", "thumbnail_not_found", "key_not_found", "webhook_not_found", "delivery_not_found", "dead_letter_not_found", "event_not_found", "annotation_not_found", "ask_not_found", "discard_not_found", "alert_not_found", "sign_on_not_found", "share_not_found", "board_not_found", "login_not_found", "person_not_found", "route_not_found", "method_not_allowed", "request_timeout", "name_taken", "head_conflict", "version_immutable", "branch_name_taken", "branch_protected", "merge_conflict", "ask_answered", "budget_exceeded", "idempotency_conflict", "account_full", "last_owner", "person_suspended", "frame_in_use", "webhook_disabled", "login_expired", "precondition_failed", "body_too_large", "unsupported_media_type", "unknown_branch", "unknown_version", "unknown_profile", "version_not_on_branch", "unreadable_picture", "unknown_person", "unknown_ask", "unknown_dimension", "too_many_versions", "too_many_frames", "too_many_tags", "too_many_explanations", "url_forbidden", "profile_too_large", "too_many_webhooks", "too_many_alerts", "too_many_shares", "too_many_boards", "too_many_people", "too_many_answers", "rate_limited", "headers_too_large", "internal", "provider_unavailable", "unavailable"]
    requestId: str
    errors: NotRequired[list[InputError]]
    scopes: NotRequired[list[Literal["read", "score", "teach", "write", "admin"]]]
    branchId: NotRequired[str]
    headVersionId: NotRequired[Union[str, None]]
    conflicts: NotRequired[list[MergeConflict]]
    counter: NotRequired[Literal["questions", "labels", "comparisons"]]
    used: NotRequired[int]
    total: NotRequired[int]
    usedBytes: NotRequired[int]
    maxBytes: NotRequired[int]
    checks: NotRequired[dict[str, str]]
    cause: NotRequired[Literal["process", "dependency"]]


class InputError(TypedDict):
    path: str
    message: str


class ProfileCreatedEventData(TypedDict):
    profileId: str
    name: str
    createdAt: str
    author: NotRequired[Actor]


class ProfileCreatedEvent(TypedDict):
    id: str
    type: Literal["profile.created"]
    timestamp: str
    projectId: Union[str, None]
    data: ProfileCreatedEventData


class ProfileUpdatedEventData(TypedDict):
    profileId: str
    name: str
    changes: list[Literal["name", "seed", "versions", "branches", "currentBranchId", "workingChanges", "budget", "effectiveSnapshot", "thresholds"]]
    updatedAt: str
    author: NotRequired[Actor]


class ProfileUpdatedEvent(TypedDict):
    id: str
    type: Literal["profile.updated"]
    timestamp: str
    projectId: Union[str, None]
    data: ProfileUpdatedEventData


class ProfileDeletedEventData(TypedDict):
    profileId: str
    name: str
    author: NotRequired[Actor]


class ProfileDeletedEvent(TypedDict):
    id: str
    type: Literal["profile.deleted"]
    timestamp: str
    projectId: Union[str, None]
    data: ProfileDeletedEventData


class ProfileCommittedEventDataElements(TypedDict):
    constraints: int
    exemplars: int
    comparisons: int


class ProfileCommittedEventData(TypedDict):
    profileId: str
    branchId: str
    versionId: str
    parentVersionId: Union[str, None]
    mergedFrom: NotRequired[str]
    message: str
    elements: ProfileCommittedEventDataElements
    createdAt: str
    author: NotRequired[Actor]


class ProfileCommittedEvent(TypedDict):
    id: str
    type: Literal["profile.committed"]
    timestamp: str
    projectId: Union[str, None]
    data: ProfileCommittedEventData


class ProfileBranchCreatedEventData(TypedDict):
    profileId: str
    branchId: str
    branchName: str
    parentBranchId: NotRequired[str]
    headVersionId: Union[str, None]
    author: NotRequired[Actor]


class ProfileBranchCreatedEvent(TypedDict):
    id: str
    type: Literal["profile.branch_created"]
    timestamp: str
    projectId: Union[str, None]
    data: ProfileBranchCreatedEventData


class ProfileBranchSwitchedEventData(TypedDict):
    profileId: str
    fromBranchId: str
    toBranchId: str
    author: NotRequired[Actor]


class ProfileBranchSwitchedEvent(TypedDict):
    id: str
    type: Literal["profile.branch_switched"]
    timestamp: str
    projectId: Union[str, None]
    data: ProfileBranchSwitchedEventData


class ProfileRolledBackEventData(TypedDict):
    profileId: str
    branchId: str
    fromVersionId: Union[str, None]
    toVersionId: Union[str, None]
    documentedBy: NotRequired[str]
    author: NotRequired[Actor]


class ProfileRolledBackEvent(TypedDict):
    id: str
    type: Literal["profile.rolled_back"]
    timestamp: str
    projectId: Union[str, None]
    data: ProfileRolledBackEventData


class ProfileMergedEventData(TypedDict):
    profileId: str
    sourceBranchId: str
    targetBranchId: str
    versionId: str
    mergedFrom: NotRequired[str]
    conflicts: int
    author: NotRequired[Actor]


class ProfileMergedEvent(TypedDict):
    id: str
    type: Literal["profile.merged"]
    timestamp: str
    projectId: Union[str, None]
    data: ProfileMergedEventData


class AnnotationCompletedEventDataCounts(TypedDict):
    constraints: int
    exemplars: int
    comparisons: int


class AnnotationCompletedEventData(TypedDict):
    profileId: str
    branchId: str
    versionId: str
    mergedFrom: NotRequired[str]
    counts: AnnotationCompletedEventDataCounts
    budget: Budget
    author: NotRequired[Actor]


class AnnotationCompletedEvent(TypedDict):
    id: str
    type: Literal["annotation.completed"]
    timestamp: str
    projectId: Union[str, None]
    data: AnnotationCompletedEventData


class AnnotationBudgetReachedEventData(TypedDict):
    profileId: str
    counter: Literal["questions", "labels", "comparisons"]
    used: int
    total: int
    author: NotRequired[Actor]


class AnnotationBudgetReachedEvent(TypedDict):
    id: str
    type: Literal["annotation.budget_reached"]
    timestamp: str
    projectId: Union[str, None]
    data: AnnotationBudgetReachedEventData


class QualityAlertEventData1(TypedDict):
    kind: Literal["judgements"]
    reason: Literal["transitivity", "contradictions"]
    profileId: str
    branchId: str
    versionId: str
    dimension: str
    comparisons: int
    transitivity: Union[float, None]
    contradictions: int
    author: NotRequired[Actor]


class QualityAlertEventData2(TypedDict):
    kind: Literal["scores"]
    alertId: str
    profileId: str
    dimension: str
    below: float
    over: int
    mean: float


class QualityAlertEventData3(TypedDict):
    kind: Literal["batch"]
    profileId: str
    batchId: str
    failed: int
    total: int


class QualityAlertEvent(TypedDict):
    id: str
    type: Literal["quality.alert"]
    timestamp: str
    projectId: Union[str, None]
    data: Union[QualityAlertEventData1, QualityAlertEventData2, QualityAlertEventData3]


class ScoreBatchCompletedEventDataCounts(TypedDict):
    total: int
    succeeded: int
    failed: int
    canceled: int


class ScoreBatchCompletedEventDataModels(TypedDict):
    model: str
    seq: int


class ScoreBatchCompletedEventData(TypedDict):
    batch_id: str
    profile_id: str
    version_id: Union[str, None]
    status: str
    counts: ScoreBatchCompletedEventDataCounts
    model: NotRequired[str]
    models: NotRequired[list[ScoreBatchCompletedEventDataModels]]
    created_at: str
    completed_at: NotRequired[str]


class ScoreBatchCompletedEvent(TypedDict):
    id: str
    type: Literal["score.batch_completed"]
    timestamp: str
    projectId: Union[str, None]
    data: ScoreBatchCompletedEventData


class ScoreBatchFailedEventDataCounts(TypedDict):
    total: int
    succeeded: int
    failed: int
    canceled: int


class ScoreBatchFailedEventDataModels(TypedDict):
    model: str
    seq: int


class ScoreBatchFailedEventData(TypedDict):
    batch_id: str
    profile_id: str
    version_id: Union[str, None]
    status: str
    counts: ScoreBatchFailedEventDataCounts
    model: NotRequired[str]
    models: NotRequired[list[ScoreBatchFailedEventDataModels]]
    created_at: str
    completed_at: NotRequired[str]


class ScoreBatchFailedEvent(TypedDict):
    id: str
    type: Literal["score.batch_failed"]
    timestamp: str
    projectId: Union[str, None]
    data: ScoreBatchFailedEventData


class ScoreBatchCanceledEventDataCounts(TypedDict):
    total: int
    succeeded: int
    failed: int
    canceled: int


class ScoreBatchCanceledEventDataModels(TypedDict):
    model: str
    seq: int


class ScoreBatchCanceledEventData(TypedDict):
    batch_id: str
    profile_id: str
    version_id: Union[str, None]
    status: str
    counts: ScoreBatchCanceledEventDataCounts
    model: NotRequired[str]
    models: NotRequired[list[ScoreBatchCanceledEventDataModels]]
    created_at: str
    completed_at: NotRequired[str]


class ScoreBatchCanceledEvent(TypedDict):
    id: str
    type: Literal["score.batch_canceled"]
    timestamp: str
    projectId: Union[str, None]
    data: ScoreBatchCanceledEventData


class ShareAnsweredEventDataCounts(TypedDict):
    approved: int
    rejected: int
    split: int
    open: int


class ShareAnsweredEventData(TypedDict):
    shareId: str
    profileId: str
    title: str
    newAnswers: int
    counts: ShareAnsweredEventDataCounts
    lastAnswerAt: str


class ShareAnsweredEvent(TypedDict):
    id: str
    type: Literal["share.answered"]
    timestamp: str
    projectId: Union[str, None]
    data: ShareAnsweredEventData


class ShareCompletedEventDataReviewer(TypedDict):
    id: str
    name: NotRequired[str]


class ShareCompletedEventDataCounts(TypedDict):
    approved: int
    rejected: int
    open: int


class ShareCompletedEventData(TypedDict):
    shareId: str
    profileId: str
    title: str
    reviewer: ShareCompletedEventDataReviewer
    counts: ShareCompletedEventDataCounts
    completedAt: str


class ShareCompletedEvent(TypedDict):
    id: str
    type: Literal["share.completed"]
    timestamp: str
    projectId: Union[str, None]
    data: ShareCompletedEventData


class PersonJoinedEventData(TypedDict):
    personId: str
    name: str
    role: Literal["viewer", "judge", "editor", "owner"]
    projects: NotRequired[list[str]]
    author: NotRequired[Actor]


class PersonJoinedEvent(TypedDict):
    id: str
    type: Literal["person.joined"]
    timestamp: str
    projectId: Union[str, None]
    data: PersonJoinedEventData


class PersonRemovedEventData(TypedDict):
    personId: str
    name: NotRequired[str]
    judgements: Literal["keep", "erase"]
    author: NotRequired[Actor]


class PersonRemovedEvent(TypedDict):
    id: str
    type: Literal["person.removed"]
    timestamp: str
    projectId: Union[str, None]
    data: PersonRemovedEventData


class ApiKeyCreatedEventData(TypedDict):
    id: str
    name: str
    prefix: str
    projectId: NotRequired[str]
    scopes: NotRequired[list[Literal["read", "score", "teach", "write", "admin"]]]
    expiresAt: NotRequired[str]
    createdAt: str
    rotatedFrom: NotRequired[str]
    author: NotRequired[Actor]


class ApiKeyCreatedEvent(TypedDict):
    id: str
    type: Literal["api_key.created"]
    timestamp: str
    projectId: Union[str, None]
    data: ApiKeyCreatedEventData


class ApiKeyRevokedEventData(TypedDict):
    id: str
    name: str
    prefix: str
    projectId: NotRequired[str]
    revokedAt: str
    rotatedTo: NotRequired[str]
    author: NotRequired[Actor]


class ApiKeyRevokedEvent(TypedDict):
    id: str
    type: Literal["api_key.revoked"]
    timestamp: str
    projectId: Union[str, None]
    data: ApiKeyRevokedEventData


class WebhookDisabledEventData(TypedDict):
    webhookId: str
    projectId: NotRequired[str]
    url: str
    reason: str
    author: NotRequired[Actor]


class WebhookDisabledEvent(TypedDict):
    id: str
    type: Literal["webhook.disabled"]
    timestamp: str
    projectId: Union[str, None]
    data: WebhookDisabledEventData


class WebhookTestEventData(TypedDict):
    webhookId: str


class WebhookTestEvent(TypedDict):
    id: str
    type: Literal["webhook.test"]
    timestamp: str
    projectId: Union[str, None]
    data: WebhookTestEventData
