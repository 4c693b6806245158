import { useIslandMessages, useMessages } from '../../../platform/web/messages.ts';

/** Fragments of a published page that say what became of a form sent without JavaScript. */
export const formResults = {
  counted: 'vote-counted',
  before: 'voted-before',
  waiting: 'comment-waiting',
  published: 'comment-published',
} as const;

/** A published page is the same for everyone, so it has every result; the style sheet shows the one that its URL names. */
export function FormResults({ hasVotes }: { hasVotes: boolean }) {
  const { voteCounted } = useMessages();
  const { votedPreviously, commentThanks, commentPublished } = useIslandMessages();
  const texts = {
    ...(hasVotes && { counted: voteCounted, before: votedPreviously }),
    waiting: commentThanks,
    published: commentPublished,
  };
  return Object.entries(texts).map(([result, text]) => (
    <p key={result} id={formResults[result as keyof typeof formResults]} className="form-result thank-you">
      {text}
    </p>
  ));
}
