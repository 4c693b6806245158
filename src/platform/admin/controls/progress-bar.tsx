import { useEffect, useId, useState } from 'react';

type Props = {
  label: string;
  /** Between 0 and 1; null while the end is unknown. */
  fraction: number | null;
  /** What is happening, in a sentence. */
  text: string;
  hideLabel?: boolean;
};

const announceMs = 5_000;

/** A progress bar. Screen readers hear its text at most every few seconds, and when it changes its nature. */
export function ProgressBar({ label, fraction, text, hideLabel = false }: Props) {
  const id = useId();
  const announced = useSlowly(text);
  return (
    <div className="progress-bar">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <progress id={id} max={1} value={fraction ?? undefined} />
      <p aria-hidden="true">{text}</p>
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </div>
  );
}

/** The first value, and then the latest one every few seconds. */
function useSlowly(text: string): string {
  const [slow, setSlow] = useState({ text, since: Date.now() });
  useEffect(() => {
    if (text === slow.text) return;
    const left = Math.max(0, slow.since + announceMs - Date.now());
    const timer = setTimeout(() => setSlow({ text, since: Date.now() }), left);
    return () => clearTimeout(timer);
  }, [text, slow]);
  return slow.text;
}
