import { useId } from 'react';
import { ImageActions } from '../../../../platform/admin/controls/image-actions.tsx';
import type { SiteImage, SiteImageName, SiteImages } from '../../api/site.ts';
import { siteCalls } from '../calls.ts';

const slots: readonly { name: SiteImageName; label: string; hint: string }[] = [
  {
    name: 'logo',
    label: 'Logo',
    hint: 'At the top of every page, beside the site name. PNG or WebP with a transparent ground looks best.',
  },
  {
    name: 'logo_dark',
    label: 'Logo in dark mode',
    hint: 'Optional. Without it, a dark logo on a transparent ground gets a light plate.',
  },
  {
    name: 'icon',
    label: 'Icon',
    hint: 'A square of 512 × 512 pixels or more, for browser tabs, bookmarks and home screens. All sizes are made from it.',
  },
  {
    name: 'social',
    label: 'Social image',
    hint: 'Shown when a page without an image of its own is shared. 1200 × 630 pixels.',
  },
];

/** The images of the site. They are saved as soon as they are uploaded. */
export function IdentityImages({ images }: { images: SiteImages }) {
  const heading = useId();
  return (
    <section className="boxed identity-images" id="images" aria-labelledby={heading}>
      <h2 id={heading}>Images</h2>
      <ul>
        {slots.map((slot) => (
          <ImageSlot
            key={slot.name}
            {...slot}
            image={images[slot.name]}
            isDisabled={slot.name === 'logo_dark' && !images.logo && !images.logo_dark}
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
          <img src={image.file_path} width={image.width} height={image.height} alt={`${label} at present`} />
        ) : (
          <span className="soft">None</span>
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
          upload={(file) => siteCalls.uploadSiteImage(name, file)}
          remove={() => siteCalls.removeSiteImage({ name })}
        />
      </div>
    </li>
  );
}
