import type {
  Invitation,
  InvitedPerson,
  ListedPerson,
  NewPerson,
  Person,
  PersonList,
  PersonUpdate,
  Success,
} from '../api-types.ts'
import type { Query } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import { type List, listOf } from './list.ts'

/** The people of the account. */
export class People {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Invites a person. Only this response contains the link.
   *
   * @example
   * const { invitation } = await palate.people.invite({ name: 'Ada', role: 'editor' })
   */
  invite(person: NewPerson, options?: CallOptions): Promise<InvitedPerson> {
    return this.#transport.json('createPerson', { body: person }, options)
  }

  /** Newest first; only names without the scope `admin`. */
  list(query: Query<'listPeople'> = {}, options?: CallOptions): List<PersonList, ListedPerson> {
    return listOf(this.#transport, 'listPeople', (page: PersonList) => page.people, { query }, options)
  }

  get(id: string, options?: CallOptions): Promise<ListedPerson> {
    return this.#transport.json('getPerson', { params: { id } }, options)
  }

  /** Changes a name, role, projects or status. Everybody may change their own name. */
  update(id: string, patch: PersonUpdate, options?: CallOptions): Promise<Person> {
    return this.#transport.json('updatePerson', { params: { id }, body: patch }, options)
  }

  /** Ends the person's sessions, keys and links. Keeps what they judged, unless `judgements` is `erase`. */
  remove(id: string, query: Query<'removePerson'> = {}, options?: CallOptions): Promise<Success> {
    return this.#transport.json('removePerson', { params: { id }, query }, options)
  }

  /** Makes another link and ends the one before. */
  inviteAgain(id: string, options?: CallOptions): Promise<Invitation> {
    return this.#transport.json('invitePerson', { params: { id } }, options)
  }
}
