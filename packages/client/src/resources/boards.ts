import type { Board, BoardList, BoardPatch, BoardSummary, NewBoard, Success } from '../api-types.ts'
import type { Query } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import { type List, listOf } from './list.ts'
import type { UpdateOptions } from './profiles.ts'

/** Named, ordered sets of pictures of the library. */
export class Boards {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * @example
   * await palate.boards.create({ profileId, name: 'Spring', pictures: [{ frameId, caption: 'The first page' }] })
   */
  create(board: NewBoard, options?: CallOptions): Promise<Board> {
    return this.#transport.json('createBoard', { body: board }, options)
  }

  /** Newest first, with their first pictures. */
  list(query: Query<'listBoards'> = {}, options?: CallOptions): List<BoardList, BoardSummary> {
    return listOf(this.#transport, 'listBoards', (page: BoardList) => page.boards, { query }, options)
  }

  get(id: string, options?: CallOptions): Promise<Board> {
    return this.#transport.json('getBoard', { params: { id } }, options)
  }

  /** `pictures` replaces all of them, in their new order. */
  update(id: string, changes: BoardPatch, options: UpdateOptions = {}): Promise<Board> {
    const headers = { 'if-match': options.ifMatch }
    return this.#transport.json('updateBoard', { params: { id }, body: changes, headers }, options)
  }

  /** Its pictures stay in the library. */
  delete(id: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteBoard', { params: { id } }, options)
  }
}
