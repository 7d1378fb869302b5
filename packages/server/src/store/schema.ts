import type { ElementKind } from '@palate/core/profile/schema.ts'
import type { Generated, Kysely } from 'kysely'

/** The tables, the same on both engines. Timestamps are ISO text in UTC, JSON is text, and we generate the ids. */
export interface Schema {
  schema_migrations: {
    name: string
    applied_at: string
    /** 1 if processes of an older version, which do not know the migration, can go on beside it. */
    is_additive: Generated<number>
  }
  accounts: { id: string; name: string; created_at: string }
  /** What accounts use, as sums over their rows. Triggers keep it: see store/count-account-bytes.ts. */
  account_bytes: { account_id: string; slot: number; bytes: number }
  projects: { account_id: string; id: string; created_at: string }
  api_keys: {
    account_id: string
    id: string
    project_id: string | null
    name: string
    prefix: string
    /** SHA-256 of the key, hexadecimal. The key itself is not stored. */
    hash: string
    expires_at: string | null
    /** May be in the future: a rotated key works until then. */
    revoked_at: string | null
    created_at: string
    last_used_at: string | null
    usage_count: number
    /** Separated by blanks; null for all. */
    scopes: string | null
  }
  /** Cookies that stand for a key. */
  sessions: {
    /** SHA-256 of the token in the cookie, hexadecimal. The token itself is not stored. */
    hash: string
    account_id: string
    key_id: string
    /** 1 if the browser uses https: the cookie says so each time it is renewed. */
    is_secure: number
    /** Grows with use. */
    expires_at: string
  }
  /** What a session can be made of once. */
  session_codes: { hash: string; account_id: string; key_id: string; expires_at: string }
  /** Requests of each key on each UTC day, summed over the processes. */
  key_usage_days: { account_id: string; key_id: string; date: string; requests: number }
  /** Requests of each key in each clock minute, summed over the processes. */
  rate_windows: { key_id: string; minute: number; requests: number }
  idempotency: {
    account_id: string
    operation: string
    key: string
    request_hash: string
    /** Null only inside the transaction that sets it. */
    status: number | null
    headers: string | null
    body: string | null
    expires_at: string
  }
  profiles: {
    account_id: string
    id: string
    project_id: string
    name: string
    /** The name in NFC, the form that is unique in a project. Null if the name itself is in that form. */
    name_nfc: string | null
    seed: string | null
    created_at: string
    updated_at: string
    /** Counts the writes: the first part of the ETag. */
    revision: number
    version_count: number
    /** Counts what was computed from pictures: the second part of the ETag. */
    computed: number
    current_branch_id: string
    budget: string
    /**
     * JSON, like the two that follow. All in one row, so that one read sees one state; last in the row, because lists
     * never read them.
     */
    branches: string
    working_changes: string
    effective_override: string | null
    /** What the objects and commit messages take, without released texts. Null until the next write counts it. */
    stored_bytes: number | null
    /** What the rows of `annotations` take. */
    annotated_bytes: number
  }
  /** Elements that follow those in the column `working_changes` of the profile: see profiles/annotation-store.ts. */
  annotations: {
    account_id: string
    profile_id: string
    /** `constraints`, `exemplars` or `comparisons`. */
    kind: ElementKind
    id: string
    /** Their order: it grows with each request. */
    place: number
    /** JSON. */
    element: string
  }
  versions: {
    account_id: string
    profile_id: string
    id: string
    /** 1 for the first version of the profile: parents come before children. */
    position: number
    branch_id: string
    parent_version_id: string | null
    merged_from: string | null
    message: string
    created_at: string
    /** The root object of the snapshot. */
    snapshot_hash: string
    /** The profile's seed at the time of the commit: scores of the version use it. */
    seed: string | null
    /** The API key that made the commit; null if it was imported, or made before this was recorded. */
    author_key_id: string | null
    /** JSON: see core/profile/version-changes.ts. Null if it was committed before they were counted. */
    changes: string | null
  }
  /** The parts of snapshots and long texts of elements, content-addressed: see profiles/objects.ts, long-texts.ts. */
  objects: { account_id: string; profile_id: string; hash: string; content: string }
  /** Objects that hold a long text and that no commit refers to: see profiles/working-texts.ts. */
  working_texts: {
    account_id: string
    profile_id: string
    hash: string
    bytes: number
    /** When the profile's row stopped to refer to it. */
    released_at: string | null
  }
  /** Objects that a large write has stored and not committed yet: see profiles/objects/write-ahead.ts. */
  objects_ahead: {
    account_id: string
    profile_id: string
    /** The write that stored them. */
    writer: string
    piece: number
    /** Separated by spaces. */
    hashes: string
    written_at: string
  }
  /** A picture's embedding and attributes, by the hash of its bytes. */
  features: {
    account_id: string
    content_hash: string
    embedder_id: string
    /** Float32, little-endian. */
    embedding: Uint8Array
    attributes: string
    created_at: string
  }
  /** The frame library: see frames/. */
  frames: {
    account_id: string
    id: string
    project_id: string
    name: string | null
    content_hash: string
    content_type: string
    width: number
    height: number
    bytes: number
    created_at: string
  }
  /** The bytes that frames of an account have, each once. Whoever keeps or releases them locks this row first. */
  frame_contents: {
    account_id: string
    content_hash: string
    bytes: number
    kept_at: string
    /** Set where the bytes are those of an inline picture: the object that holds it as text. Else they lie on their own. */
    text_profile_id: string | null
    text_object: string | null
  }
  /** The bytes on PostgreSQL, in pieces. Beside SQLite they are files. */
  frame_pieces: { account_id: string; content_hash: string; piece: number; data: Uint8Array }
  /**
   * The profiles that may refer to a frame. A version refers to it for good; whether the working changes still do, they
   * themselves say.
   */
  frame_references: { account_id: string; frame_id: string; profile_id: string; is_committed: number }
  /** WebP, by the hash of the picture's bytes and the longer side that was asked for. */
  thumbnails: { account_id: string; content_hash: string; side: number; data: Uint8Array; created_at: string }
  /** The frames scored last, as `GET /v1/frames/recent` lists them. */
  recent_frames: {
    account_id: string
    project_id: string
    frame_id: string
    profile_id: string
    content_hash: string
    /** Null for a data URL that is too long to list. */
    url: string | null
    /** JSON: numbers by dimension. */
    scores: string
    scored_at: string
  }
  /** The content hash of a profile's picture when it was first read, or why it could not be read. */
  pins: {
    account_id: string
    profile_id: string
    source: string
    content_hash: string | null
    fault: string | null
    pinned_at: string
  }
  /** What the others of the project had in common when a profile was first used, in the space of an embedder. */
  pooled_tastes: {
    account_id: string
    profile_id: string
    features_id: string
    /** JSON of core/taste/model/pooled.ts. Null if there were no others. */
    pool: string | null
    pinned_at: string
  }
  batches: {
    account_id: string
    id: string
    project_id: string
    profile_id: string
    version_id: string | null
    seed: string | null
    status: string
    total: number
    succeeded: number
    failed: number
    canceled: number
    /** How many frames, from the first on, have been claimed at least once. Only these have a row in batch_frames. */
    taken: number
    /** JSON: dimensions, explain, metadata. */
    asked: string
    created_at: string
    completed_at: string | null
  }
  /** What was submitted. Separate from the batch because it may be large. `frames` is used only without parts. */
  batch_requests: { account_id: string; batch_id: string; frames: string; working: string | null }
  /** Consecutive frames of a submission as a JSON array, from `first_place` on. */
  batch_request_parts: { account_id: string; batch_id: string; first_place: number; frames: string }
  batch_frames: {
    account_id: string
    batch_id: string
    place: number
    /** `leased` to a process, `waiting` for its next attempt, or `done`. */
    state: string
    attempts: number
    /** How many worker threads have crashed while they had the frame. */
    workers_lost: number
    lease_owner: string | null
    /** Milliseconds since 1970: when the lease ends, or when the next attempt is due. */
    due_ms: number
    /** Order of completion, from 1. */
    seq: number | null
    result: string | null
  }
  /** The picture that was last scored for a frame id in a project. */
  seen_frames: { account_id: string; project_id: string; frame_id: string; content_hash: string; seen_at: string }
  /** The last sequence number of each event stream: one stream per profile, and the account's own with the name ''. */
  event_places: { account_id: string; stream: string; last: number }
  /** Events, with the JSON body that is sent. */
  /** The order of events: webhooks/events/event-log.ts. */
  event_log: {
    /** Assigned by the engine. */
    arrival: Generated<number>
    account_id: string
    event_id: string
    project_id: string | null
    type: string
    /** Null until the event is numbered. */
    position: number | null
  }
  event_log_ends: {
    account_id: string
    last: number
    /** The last event of before there was a log that was copied to it; null when all are. */
    copied_to: string | null
  }
  events: {
    account_id: string
    id: string
    project_id: string | null
    type: string
    created_at: string
    body: string
  }
  /** Events whose deliveries are made after their transaction: see webhooks/events/fan-out.ts. */
  event_fan_outs: {
    account_id: string
    stream: string
    /** The sequence number of the first event. */
    place: number
    /** JSON, like the next: the events, and the webhooks that were subscribed when they happened. */
    events: string
    subscribers: string
    /** How many deliveries were made. */
    done: number
    created_at: string
  }
  webhooks: {
    account_id: string
    id: string
    project_id: string | null
    url: string
    /** JSON: a list of patterns. */
    events: string
    description: string | null
    status: 'enabled' | 'disabled'
    disabled_reason: string | null
    created_at: string
    updated_at: string
    /** Stored in plain text because they sign requests. The old one signs too until `old_secret_until`. */
    secret: string
    old_secret: string | null
    old_secret_until: string | null
    failures_in_row: number
    failing_since: string | null
    last_failure_at: string | null
    rests_until: string | null
  }
  /** One event to one webhook. See webhooks/claims.ts for the states of a row. */
  deliveries: {
    account_id: string
    id: string
    webhook_id: string
    event_id: string
    event_type: string
    stream: string
    /** The event's sequence number in its stream. */
    place: number
    status: 'pending' | 'delivered' | 'dead'
    /** Attempts since it was created or last replayed. */
    tries: number
    /** When it may be claimed; for a leased row, when the lease ends. Null: not pending. */
    due_at: string | null
    leased_by: string | null
    created_at: string
    finished_at: string | null
  }
  delivery_attempts: {
    account_id: string
    delivery_id: string
    id: string
    at: string
    status: number | null
    duration_ms: number
    error: string | null
    response: string | null
  }
  alert_rules: {
    account_id: string
    id: string
    project_id: string
    profile_id: string
    dimension: string
    below: number
    frames: number
    /** JSON: the latest scores. */
    latest: string
    is_firing: number
    created_at: string
  }
  /** Profiles whose last batch failed too often and raised an alert. */
  poor_batches: { account_id: string; profile_id: string; batch_id: string }
}

export type Db = Kysely<Schema>
