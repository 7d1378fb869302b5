import type {
  DeletedFrame,
  FrameStackList,
  LibraryFrame,
  LibraryFrameList,
  RecentFrameList,
  SimilarFrameList,
} from '../api-types.ts'
import type { Body, Query, Reply } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import { type List, listOf } from './list.ts'
import type { Picture } from './picture.ts'
import { type UploadOptions, uploadFrame } from './upload.ts'

/** The library: pictures stored by the service. Use `frame.url` wherever the API takes the URL of a picture. */
export class Frames {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Uploads a picture: a file, bytes, a stream or, in Node, a path. All but a `ReadableStream` are read into memory first.
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

  /** Changes the tags of frames and what they were made with (`prompt`, `group`, `seed`); all or none. */
  update(change: Body<'updateFrames'>, options?: CallOptions): Promise<Reply<'updateFrames'>> {
    return this.#transport.json('updateFrames', { body: change }, options)
  }

  /** The uploaded file, unchanged. */
  get(id: string, options?: CallOptions): Promise<Blob> {
    return this.#transport.read('getFrame', { params: { id } }, options, readBlob)
  }

  /** A thumbnail (WebP). `size` is the longer side, 256 by default. */
  thumbnail(id: string, query: Query<'getFrameThumbnail'> = {}, options?: CallOptions): Promise<Blob> {
    return this.#transport.read('getFrameThumbnail', { params: { id }, query }, options, readBlob)
  }

  /** The thumbnail (WebP) at a `thumbnail` path of `frames.recent` or `profiles.pictures`, large if available. */
  thumbnailAt(path: string, query: Query<'getThumbnail'> = {}, options?: CallOptions): Promise<Blob> {
    const contentHash = path.split('/').at(-1) ?? ''
    return this.#transport.read('getThumbnail', { params: { contentHash }, query }, options, readBlob)
  }

  /** Deletes a frame. If a profile refers to it, only with `force`, which also erases the picture. */
  delete(id: string, { force, ...options }: CallOptions & { force?: boolean } = {}): Promise<DeletedFrame> {
    return this.#transport.json('deleteFrame', { query: { id, force } }, options)
  }

  /** The frames of its project that resemble a frame, the most similar first. */
  similar(query: Query<'listSimilarFrames'>, options?: CallOptions): Promise<SimilarFrameList> {
    return this.#transport.json('listSimilarFrames', { query }, options)
  }

  /** Near-duplicates and bursts among the frames of a project. */
  stacks(query: Query<'listFrameStacks'> = {}, options?: CallOptions): Promise<FrameStackList> {
    return this.#transport.json('listFrameStacks', { query }, options)
  }

  /** Recently scored frames, newest first. */
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
