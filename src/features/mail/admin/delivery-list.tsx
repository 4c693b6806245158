import { FilterSelect } from '../../../platform/admin/controls/filter-select.tsx';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { Pager } from '../../../platform/admin/controls/pager.tsx';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Delivery, DeliveryCounts, DeliveryState } from '../api/newsletters.ts';
import { deliveryStates } from '../api/newsletters.ts';

const names: Record<DeliveryState, string> = {
  failed: t('Failed'),
  unconfirmed: t('Unconfirmed'),
  suppressed: t('Left out'),
  waiting: t('Waiting'),
};

const explanations: Record<DeliveryState, string> = {
  failed: t('The server of the recipient refused these mails for good.'),
  unconfirmed: t(
    'The SMTP server got these mails whole but never confirmed them. They have very likely arrived.',
  ),
  suppressed: t('Nothing was sent: mail to the address bounced, or the subscriber left since.'),
  waiting: t('These mails are sent when it is their turn, or tried again after a failure that may pass.'),
};

type Props = {
  state: DeliveryState;
  counts: DeliveryCounts;
  items: readonly Delivery[];
  total: number;
  size: number;
};

/** The mails in one state, with what the SMTP server said. */
export function DeliveryList({ state, counts, items, total, size }: Props) {
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{t('Single mails')}</h2>
      <div className="filters">
        <FilterSelect
          label={t('Show')}
          parameter="state"
          value={state}
          options={deliveryStates.map(
            (one) => [one, `${names[one]} (${formatNumber(counts[one])})`] as const,
          )}
        />
      </div>
      <p className="soft">{explanations[state]}</p>
      {items.length === 0 ? (
        <Nothing text={t('There are none.')} />
      ) : (
        <table className="as-cards deliveries">
          <caption className="visually-hidden">{names[state]}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Address')}</th>
              <th scope="col">{state === 'waiting' ? t('Due') : t('When')}</th>
              <th scope="col">{t('What the server said')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, address, date, response, attempts }) => (
              <tr key={id} className="as-card">
                <th scope="row" data-label={t('Address')}>
                  <span>{address || <em className="soft">{t('deleted subscriber')}</em>}</span>
                </th>
                <td data-label={state === 'waiting' ? t('Due') : t('When')}>
                  {date && <FormattedDate date={date} style="full" />}
                </td>
                <td data-label={t('Server said')}>
                  <span>
                    {response ?? '–'}
                    {attempts > 1 && (
                      <span className="soft"> {t('after {attempts} attempts', { attempts })}</span>
                    )}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager total={total} size={size} name={t('mails')} />
    </section>
  );
}
