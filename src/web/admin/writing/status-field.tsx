import { useId } from 'react';
import type { PostInput } from '../data/admin-api.ts';
import { fromLocal, nextFullHour, toLocal } from './local-time.ts';

type Status = Pick<PostInput, 'active' | 'scheduled_date'>;

/** Inactive, active, or scheduled to become active. */
export function StatusField({ value, onChange }: { value: Status; onChange(status: Status): void }) {
  const status = useId();
  const time = useId();
  const selected = value.scheduled_date === null ? String(value.active) : 'scheduled';
  const select = (choice: string) =>
    onChange({
      active: choice === 'true',
      scheduled_date: choice === 'scheduled' ? nextFullHour(new Date()) : null,
    });
  return (
    <div className="field status">
      <label htmlFor={status}>Status</label>
      <select id={status} value={selected} onChange={(event) => select(event.target.value)}>
        <option value="false">Inactive</option>
        <option value="true">Active</option>
        <option value="scheduled">Scheduled</option>
      </select>
      {value.scheduled_date !== null && (
        <>
          <label htmlFor={time}>Publish at</label>
          <input
            id={time}
            type="datetime-local"
            required
            value={toLocal(value.scheduled_date)}
            onChange={(event) => onChange({ active: false, scheduled_date: fromLocal(event.target.value) })}
          />
        </>
      )}
    </div>
  );
}
