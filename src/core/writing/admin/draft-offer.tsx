import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { useDiscard } from '../../../platform/admin/drafts/use-discard.ts';
import { draftParameter } from '../../../platform/admin/drafts/use-draft.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import { Difference } from './difference-text.tsx';
import type { PostOffer } from './draft-offers.ts';
import type { PostValues } from './post-values.ts';

type Props = { offer: PostOffer; saved: PostValues; onDismiss: () => void };

/** Offers an unsaved draft of the post that the form shows. */
export function DraftOffer({ offer, saved, onDismiss }: Props) {
  const navigate = useNavigate();
  const discard = useDiscard();
  const [isComparing, setIsComparing] = useState(false);
  return (
    <>
      <p className="draft-line" role="status">
        <span>
          {rich('There is an unsaved draft of {name} from {date}.', {
            name: offer.name,
            date: <FormattedDate date={offer.at} style="full" />,
          })}
        </span>
        <button
          type="button"
          onClick={() => void navigate(`?${draftParameter}=${offer.id}`, { replace: true })}
        >
          {t('Restore')}
        </button>
        <button
          type="button"
          onClick={() => {
            onDismiss();
            void discard(offer.name, [offer.id]);
          }}
        >
          {t('Move to bin')}
        </button>
        <button type="button" onClick={() => setIsComparing(true)}>
          {t('Differences from the saved post')}
        </button>
      </p>
      {isComparing && (
        <Dialog title={t('Differences from the saved post')} wide onClose={() => setIsComparing(false)}>
          <Difference before={saved} after={offer.values} />
          <p className="actions">
            <button type="button" data-first-focus onClick={() => setIsComparing(false)}>
              {t('Close')}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
