import { useEffect, useState } from 'react';
import { useDraftStatus } from '../../../platform/admin/drafts/draft-status.ts';
import { wordingOf } from '../../../platform/admin/drafts/save-wording.ts';

type Form = { id: string; savedAt: number | null; isUnsaved(): boolean };

const tickMs = 1_000;
/** A state that ends sooner is not announced, so that a screen reader does not chatter. */
const announceAfterMs = 1_500;

/** The state of the post, and in words whether the text is saved, and warns when it is not. The age of a save is shown, but not announced. */
export function SaveState({ form, isBusy, state }: { form: Form; isBusy: boolean; state: string }) {
  const draft = useDraftStatus(form.id);
  const now = useNow();
  const { savedAt } = form;
  const { text, announced, isWarning } = wordingOf({
    isBusy,
    isUnsaved: form.isUnsaved(),
    savedAt,
    draft,
    now: Math.max(now, savedAt ?? 0, draft?.sent?.at ?? 0),
  });
  return (
    <span className={isWarning ? 'save-state warning' : 'save-state'}>
      {!text.startsWith(state) && <span className="post-state">{state}</span>}
      <span className="save-text">{text}</span>
      <span className="visually-hidden" role="status">
        {useDelayed(announced)}
      </span>
    </span>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The value, once it has not changed for a while. */
function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), announceAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}
