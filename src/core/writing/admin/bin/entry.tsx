import type { ReactNode } from 'react';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';

type Props = {
  entry: { post_title: string; deleted_date: string; expires: string; deleted_by?: string | null };
  /** What it is, such as `the post "Tea"`. */
  name: string;
  chip: string;
  /** Null where it cannot be restored. */
  onRestore: (() => void) | null;
  onDelete: () => void;
  image: ReactNode;
  children?: ReactNode;
};

/** An item of the bin, and what can be done with it. */
export function Entry({ entry, name, chip, onRestore, onDelete, image, children }: Props) {
  return (
    <li>
      {image}
      <div>
        <p className="bin-title">
          <strong>{titleOf(entry)}</strong> <span className="chip">{chip}</span>
        </p>
        <p className="soft">
          Deleted <FormattedDate date={entry.deleted_date} style="full" />
          {entry.deleted_by && ` by ${entry.deleted_by}`}
          <br />
          Goes for good on <FormattedDate date={entry.expires} />
        </p>
        {children}
      </div>
      <p className="actions">
        {onRestore && (
          <button type="button" aria-label={`Restore ${name}`} onClick={onRestore}>
            Restore
          </button>
        )}
        <button type="button" className="quiet danger" aria-label={`Delete now: ${name}`} onClick={onDelete}>
          Delete now
        </button>
      </p>
    </li>
  );
}
