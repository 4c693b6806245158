import { useId } from 'react';
import { SelectField } from '../../../platform/admin/controls/select-field.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { useSite } from '../../site/pages/site-context.ts';
import type { PostValues } from './post-values.ts';
import { fromSiteTime, inBrowserTime, nextFullHour, toSiteTime, zoneAt } from './site-time.ts';

type Status = Pick<PostValues, 'active' | 'scheduled_date' | 'post_date'>;
type Props = {
  value: Status;
  /** Whether readers see the date of publication. */
  hasDate: boolean;
  onChange(change: Partial<Status>): void;
};

/** Inactive, active, or scheduled to become active; and the date that readers see. */
export function StatusField({ value, hasDate, onChange }: Props) {
  const { active, scheduled_date, post_date } = value;
  const isScheduled = scheduled_date !== null;
  const select = (choice: string) =>
    onChange({
      active: choice === 'true',
      scheduled_date: choice === 'scheduled' ? nextFullHour(new Date()) : null,
    });
  return (
    <>
      <SelectField
        label={t('Status')}
        value={isScheduled ? 'scheduled' : String(active)}
        options={[
          ['false', t('Inactive')],
          ['true', t('Active')],
          ['scheduled', t('Scheduled')],
        ]}
        onChange={select}
      />
      {isScheduled && (
        <TimeField
          label={t('Publish at')}
          required
          value={scheduled_date}
          onChange={(date) => onChange({ active: false, scheduled_date: date })}
        />
      )}
      {hasDate && (!isScheduled || post_date !== '') && (
        <TimeField
          label={t('Date')}
          value={post_date}
          empty={t('The moment of publication')}
          onChange={(date) => onChange({ post_date: date })}
        />
      )}
    </>
  );
}

type TimeProps = {
  label: string;
  value: string;
  required?: boolean;
  empty?: string;
  onChange(iso: string): void;
};

export function TimeField({ label, value, required = false, empty = '', onChange }: TimeProps) {
  const id = useId();
  const { time_zone } = useSite();
  const local = inBrowserTime(value, time_zone);
  const ofSite = zoneAt(value, time_zone);
  const zone = local ? t('{ofSite}; {local} in your time zone', { ofSite, local }) : ofSite;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        required={required}
        aria-describedby={`${id}-hint`}
        value={toSiteTime(value, time_zone)}
        onChange={(event) => onChange(fromSiteTime(event.target.value, time_zone))}
      />
      <span id={`${id}-hint`} className="soft">
        {value === '' && empty ? empty : zone}
      </span>
    </div>
  );
}
