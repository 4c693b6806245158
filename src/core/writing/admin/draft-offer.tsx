import { useNavigate } from 'react-router';
import { useDiscard } from '../../../platform/admin/drafts/use-discard.ts';
import { draftParameter } from '../../../platform/admin/drafts/use-draft.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import { Difference } from './difference-text.tsx';
import type { PostOffer } from './post-draft.ts';
import type { PostValues } from './post-saving.ts';

type Props = { offer: PostOffer; saved: PostValues; onDismiss: () => void };

/** Offers an unsaved draft of the post that the form shows. */
export function DraftOffer({ offer, saved, onDismiss }: Props) {
  const navigate = useNavigate();
  const discard = useDiscard();
  return (
    <>
      <p className="banner offer" role="status">
        <span>
          There is an unsaved draft of {offer.name} from <FormattedDate date={offer.at} style="full" />.
        </span>
        <button
          type="button"
          onClick={() => void navigate(`?${draftParameter}=${offer.id}`, { replace: true })}
        >
          Restore
        </button>
        <button
          type="button"
          className="quiet"
          onClick={() => {
            onDismiss();
            void discard(offer.name, [offer.id]);
          }}
        >
          Move to bin
        </button>
      </p>
      <details>
        <summary>Differences from the saved post</summary>
        <Difference before={saved} after={offer.values} />
      </details>
    </>
  );
}
