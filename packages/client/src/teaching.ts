import type { LibraryFrame, LibraryFrameList, RecentFrameList, Success } from './api-types.ts'
import { type List, listOf } from './list.ts'
import type { Body, Query, Reply } from './operation-types.ts'
import type { CallOptions } from './options.ts'
import type { Transport } from './transport.ts'
import { type Picture, type UploadOptions, uploadFrame } from './upload.ts'

/** Judgements that are added to the working changes one by one, without a race, within the profile's budget. */
export class Annotations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Adds judgements. One about something that was judged before replaces that judgement and counts nothing. Past the
   * budget nothing is stored: code `budget_exceeded`.
   *
   * @example
   * await palate.annotations.add(profile.id, { comparisons: [{ frameA: 'frm_1', frameB: 'frm_2', winner: 'frm_1' }] })
   */
  add(profileId: string, annotations: Body<'addAnnotations'>, options?: CallOptions): Promise<Reply<'addAnnotations'>> {
    return this.#transport.json('addAnnotations', { params: { id: profileId }, body: annotations }, options)
  }

  /**
   * Takes one back, or takes back its removal, and gives its count back to the budget. One that is committed is marked:
   * the next commit leaves it out.
   */
  remove(profileId: string, elementId: string, options?: CallOptions): Promise<Reply<'removeAnnotation'>> {
    return this.#transport.json('removeAnnotation', { params: { id: profileId, elementId } }, options)
  }

  /** Discards all working changes. */
  discard(profileId: string, options?: CallOptions): Promise<Reply<'discardAnnotations'>> {
    return this.#transport.json('discardAnnotations', { params: { id: profileId } }, options)
  }
}

/** The library: pictures that the service keeps. `frame.url` works wherever a picture's address does. */
export class Frames {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Uploads a picture: a file, bytes, a stream, or, in Node, a path.
   *
   * @example
   * const frame = await palate.frames.upload('pictures/cover.png', { projectId: 'studio' })
   */
  upload(picture: Picture, options: UploadOptions): Promise<LibraryFrame> {
    return uploadFrame(this.#transport, picture, options)
  }

  list(query: Query<'listFrames'> = {}, options?: CallOptions): List<LibraryFrameList, LibraryFrame> {
    return listOf(this.#transport, 'listFrames', (page: LibraryFrameList) => page.frames, { query }, options)
  }

  /** The picture as it came. */
  get(id: string, options?: CallOptions): Promise<Blob> {
    return this.#transport.read('getFrame', { params: { id } }, options, readBlob)
  }

  /** A small WebP of it: `size` is the longer side, 256 unless set. */
  thumbnail(id: string, query: Query<'getFrameThumbnail'> = {}, options?: CallOptions): Promise<Blob> {
    return this.#transport.read('getFrameThumbnail', { params: { id }, query }, options, readBlob)
  }

  /** The WebP at a `thumbnail` path, as in `frames.recent` and `profiles.pictures`: small, or large where that can be made. */
  thumbnailAt(path: string, query: Query<'getThumbnail'> = {}, options?: CallOptions): Promise<Blob> {
    const contentHash = path.split('/').at(-1) ?? ''
    return this.#transport.read('getThumbnail', { params: { contentHash }, query }, options, readBlob)
  }

  /** Deletes a frame. One that a profile refers to is only deleted with `force`. */
  delete(id: string, { force, ...options }: CallOptions & { force?: boolean } = {}): Promise<Success> {
    return this.#transport.json('deleteFrame', { query: { id, force } }, options)
  }

  /** Frames that were scored lately, newest first. */
  recent(
    query: Query<'listRecentFrames'> = {},
    options?: CallOptions,
  ): List<RecentFrameList, RecentFrameList['frames'][number]> {
    return listOf(this.#transport, 'listRecentFrames', (page: RecentFrameList) => page.frames, { query }, options)
  }
}

function readBlob(response: Response): Promise<Blob> {
  return response.blob()
}
