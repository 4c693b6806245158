import type { ReactNode } from 'react';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
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
  const date = <FormattedDate date={entry.deleted_date} style="full" />;
  return (
    <li>
      {image}
      <div>
        <p className="bin-title">
          <strong>{titleOf(entry)}</strong> <span className="chip">{chip}</span>
        </p>
        <p className="soft">
          {entry.deleted_by
            ? rich('Deleted {date} by {name}', { date, name: entry.deleted_by })
            : rich('Deleted {date}', { date })}
          <br />
          {rich('Goes for good on {date}', { date: <FormattedDate date={entry.expires} /> })}
        </p>
        {children}
      </div>
      <p className="actions">
        {onRestore && (
          <button type="button" aria-label={t('Restore {name}', { name })} onClick={onRestore}>
            {t('Restore')}
          </button>
        )}
        <button
          type="button"
          className="quiet danger"
          aria-label={t('Delete now: {name}', { name })}
          onClick={onDelete}
        >
          {t('Delete now')}
        </button>
      </p>
    </li>
  );
}
