import { ImageActions } from '../../../../platform/admin/controls/image-actions.tsx';
import { t } from '../../../../platform/messages/translate.ts';
import type { Profile } from '../../api/profiles.ts';
import { accountCalls } from '../calls.ts';
import './profiles.css';

/** The photo of an author. It is saved as soon as it is uploaded. */
export function PhotoField({ profile }: { profile: Profile }) {
  const { id, photo, display_name, username } = profile;
  return (
    <div className="boxed photo-field">
      <h2>{t('Photo')}</h2>
      {photo && <img src={photo.file_path} width={96} height={96} alt={display_name || (username ?? '')} />}
      <p className="soft">
        {t('JPEG, PNG, WebP, AVIF or GIF. It is cropped to a square, and metadata is removed.')}
      </p>
      <ImageActions
        name={t('photo')}
        label={t('Photo')}
        hasImage={photo !== null}
        upload={(file) => accountCalls.uploadPhoto(id, file)}
        remove={() => accountCalls.removePhoto({ id })}
      />
    </div>
  );
}
