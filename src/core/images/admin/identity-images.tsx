import { useId } from 'react';
import { ImageActions } from '../../../platform/admin/controls/image-actions.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { imageFields } from '../../site/admin/settings/fields.ts';
import { type SiteImage, type SiteImageName, type SiteImages, siteImageNames } from '../../site/api/site.ts';
import { imageCalls } from './calls.ts';

/** The images of the site. They are saved as soon as they are uploaded. */
export function IdentityImages({ images }: { images: SiteImages }) {
  return (
    <section className="identity-images" aria-label={t('Images')}>
      <ul>
        {siteImageNames.map((name) => (
          <ImageSlot
            key={name}
            name={name}
            {...imageFields[name]}
            image={images[name]}
            isDisabled={name === 'logo_dark' && !images.logo && !images.logo_dark}
          />
        ))}
      </ul>
    </section>
  );
}

type SlotProps = {
  name: SiteImageName;
  label: string;
  hint: string;
  image: SiteImage | null;
  isDisabled: boolean;
};

function ImageSlot({ name, label, hint, image, isDisabled }: SlotProps) {
  const hintId = useId();
  return (
    <li className={`image-slot ${name}`}>
      <div className="preview">
        {image ? (
          <img
            src={image.file_path}
            width={image.width}
            height={image.height}
            alt={t('{label} at present', { label })}
          />
        ) : (
          <span className="soft">{t('None')}</span>
        )}
      </div>
      <div>
        <h3>{label}</h3>
        <p className="soft" id={hintId}>
          {hint}
        </p>
        <ImageActions
          name={<span className="visually-hidden">{label}</span>}
          label={label}
          hasImage={image !== null}
          isDisabled={isDisabled}
          describedBy={hintId}
          upload={(file) => imageCalls.uploadSiteImage(name, file)}
          remove={() => imageCalls.removeSiteImage({ name })}
        />
      </div>
    </li>
  );
}
