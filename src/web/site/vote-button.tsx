import { type FormEvent, useState } from 'react';
import { serverErrorText } from '../../contract/errors.ts';
import { urls } from '../../contract/urls.ts';
import { fetchApi } from '../fetch-api.ts';
import type { AnyPost } from './post-parts.tsx';

/** What came of a vote: it counted, or this visitor had voted before. */
export type VoteResult = { outcome: 'counted' | 'before'; count: number };

const labels = { counted: 'Not Terrible', before: 'Voted Previously' };

export const voteResult = (voted: { ip_address: string; vote_count: number }): VoteResult => ({
  outcome: voted.ip_address === 'exists' ? 'before' : 'counted',
  count: voted.vote_count,
});

export function VoteButton({
  post,
  invitation,
  result = null,
}: {
  post: AnyPost;
  /** What the button says before a click. */
  invitation: 'Not Terrible' | 'This is Terrible';
  /** Of a vote that was sent without scripts. */
  result?: VoteResult | null | undefined;
}) {
  const [state, setState] = useState<'open' | 'sending' | VoteResult | { error: string }>(result ?? 'open');
  const done = typeof state === 'object' && 'outcome' in state ? state : null;
  const label = done ? `${labels[done.outcome]} (${done.count})` : `${invitation} (${post.vote_count})`;

  const wasSent = result !== null;
  const closed = done !== null || state === 'sending';
  const vote = async (event: FormEvent) => {
    event.preventDefault();
    if (closed) return;
    setState('sending');
    try {
      setState(voteResult(await fetchApi.vote(post.id)));
    } catch (error) {
      setState({ error: error instanceof Error ? error.message : serverErrorText });
    }
  };
  return (
    <form className="vote" method="post" action={urls.post(post.post_title_web)} onSubmit={vote}>
      <input type="hidden" name="intent" value="vote" />
      {/* Not disabled while somebody may stand on it: the keyboard would lose its place. */}
      <button
        type="submit"
        className="accent"
        disabled={wasSent}
        aria-disabled={(closed && !wasSent) || undefined}
      >
        {label}
      </button>
      <span role="status" className={done ? 'visually-hidden' : 'error'}>
        {done ? label : typeof state === 'object' && 'error' in state && state.error}
      </span>
    </form>
  );
}
