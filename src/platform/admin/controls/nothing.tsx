import type { ReactNode } from 'react';

/** Shown instead of an empty list: why it is empty, and what to do next. */
export function Nothing({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className="nothing">
      <p>{text}</p>
      {action && <p>{action}</p>}
    </div>
  );
}
