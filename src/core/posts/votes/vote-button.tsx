import { type FormEvent, useState } from 'react';
import { callsOf } from '../../../platform/web/fetch-calls.ts';
import { useIslandMessages } from '../../../platform/web/messages.ts';
import type { voteRoutes } from './routes.ts';

const sendVote = callsOf<typeof voteRoutes>().call('POST', '/api/vote/:postId');

export type VoteResult = {
  /** `before`: this visitor had already voted. */
  outcome: 'counted' | 'before';
  count: number;
};

type VoteProps = {
  postId: number;
  /** The action of the form without JavaScript. */
  postUrl: string;
  count: number;
  /** The label before a click. */
  invitation: string;
  /** The result of a vote sent without JavaScript. */
  result?: VoteResult | null;
};

export function VoteButton({ postId, postUrl, count, invitation, result = null }: VoteProps) {
  const messages = useIslandMessages();
  const labels = { counted: messages.notTerrible, before: messages.votedPreviously };
  const [state, setState] = useState<'open' | 'sending' | VoteResult | { error: string }>(result ?? 'open');
  const done = typeof state === 'object' && 'outcome' in state ? state : null;
  const label = done ? `${labels[done.outcome]} (${done.count})` : `${invitation} (${count})`;

  const wasSent = result !== null;
  const closed = done !== null || state === 'sending';
  const vote = async (event: FormEvent) => {
    event.preventDefault();
    if (closed) return;
    setState('sending');
    try {
      const { ip_address, vote_count } = await sendVote({ postId, voteVal: 1 });
      setState({ outcome: ip_address === 'exists' ? 'before' : 'counted', count: vote_count });
    } catch (error) {
      setState({ error: (error as Error).message });
    }
  };
  return (
    <form className="vote" method="post" action={postUrl} onSubmit={vote}>
      <input type="hidden" name="intent" value="vote" />
      {/* Disabling a focused button would lose the keyboard focus, so aria-disabled after a click. */}
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
