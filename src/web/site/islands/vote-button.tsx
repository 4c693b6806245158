import { type FormEvent, useState } from 'react';
import { serverError } from '../../../messages/reader.ts';
import { sendVote } from '../../fetch-api.ts';

export type VoteResult = {
  /** `before`: this visitor voted earlier. */
  outcome: 'counted' | 'before';
  count: number;
};

export type VoteProps = {
  postId: number;
  /** Where the form goes without JavaScript. */
  postUrl: string;
  count: number;
  /** The label before a click. */
  invitation: 'Not Terrible' | 'This is Terrible';
  /** The result of a vote that was sent without JavaScript. */
  result?: VoteResult | null;
};

const labels = { counted: 'Not Terrible', before: 'Voted Previously' };

export function VoteButton({ postId, postUrl, count, invitation, result = null }: VoteProps) {
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
      const { ip_address, vote_count } = await sendVote(postId);
      setState({ outcome: ip_address === 'exists' ? 'before' : 'counted', count: vote_count });
    } catch (error) {
      setState({ error: error instanceof Error ? error.message : serverError });
    }
  };
  return (
    <form className="vote" method="post" action={postUrl} onSubmit={vote}>
      <input type="hidden" name="intent" value="vote" />
      {/* A disabled button would lose the keyboard focus, so aria-disabled after a click. */}
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
