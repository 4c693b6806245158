import { FormattedDate } from '../../web/ui/date.tsx';

type Props = { date: string | null; resetLabel: string; onReset: () => void };

/** Says that a form shows an unsaved draft instead of what is saved. */
export function RestoredBanner({ date, resetLabel, onReset }: Props) {
  return (
    date && (
      <p className="banner offer" role="status">
        <span>
          These are your unsaved changes from <FormattedDate date={date} style="full" />.
        </span>
        <button type="button" onClick={onReset}>
          {resetLabel}
        </button>
      </p>
    )
  );
}
