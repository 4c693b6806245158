import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral, numeral, removed } from '../../../platform/http/api/text.ts';
import { commentBlock, newCommentBlock, newPersonState, person, personState } from '../api/people.ts';
import * as people from '../people.ts';

const maxPersonLength = 4000;

/** What the owner is shown of a block: not the hash of an IP address. */
const shown = ({ id, kind, label, date_added }: z.infer<typeof commentBlock>) => ({
  id,
  kind,
  label,
  date_added,
});

export const peopleRoutes = [
  route('GET', '/api/admin/people', 'People whose comments are approved at once, or refused, newest first', {
    query: z.object({
      state: personState,
      limit: numeral(1, maxPageSize).default(maxPageSize),
      offset: numeral(0, maxOffset).default(0),
    }),
    totalCount: true,
    response: z.array(person),
    handle: async ({ blog, query: { state, ...page }, header }) => {
      const found = await people.listPeople(blog, state, page);
      header('x-total-count', String(found.total));
      return found.people;
    },
  }),
  route('DELETE', '/api/admin/people', 'Neither trust nor block a person any more', {
    query: z.object({ person: z.string().min(1).max(maxPersonLength) }),
    response: z.object({ person: z.string() }),
    handle: ({ blog, query }) => people.removePerson(blog, query.person),
  }),
  route('PUT', '/api/admin/comments/:commentId/person', 'Trust or block the author of a comment', {
    params: z.object({ commentId: idNumeral }),
    body: newPersonState,
    response: person,
    handle: ({ blog, params, body }) => people.setAuthorOf(blog, params.commentId, body.state),
  }),
  route('GET', '/api/admin/blocks', 'Words and IP addresses whose comments are refused, newest first', {
    response: z.array(commentBlock),
    handle: async ({ blog }) => (await people.listBlocks(blog)).map(shown),
  }),
  route('POST', '/api/admin/blocks', 'Refuse comments with a word, or from the IP address of a comment', {
    body: newCommentBlock,
    status: 201,
    response: commentBlock,
    handle: async ({ blog, body }) =>
      shown(
        'word' in body
          ? await people.blockWord(blog, body.word)
          : await people.blockAddressOf(blog, body.comment_id),
      ),
  }),
  route('DELETE', '/api/admin/blocks/:id', 'Accept comments with a word or from an IP address again', {
    params: z.object({ id: idNumeral }),
    response: removed,
    handle: ({ blog, params }) => people.removeBlock(blog, params.id),
  }),
];
