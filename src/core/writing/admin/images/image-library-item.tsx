import { useState } from 'react';
import { Link } from 'react-router';
import { Form } from '../../../../platform/admin/controls/form.tsx';
import { formatBytes, titleOf } from '../../../../platform/admin/controls/format.ts';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { plural, t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import { Thumbnail } from '../../../images/admin/thumbnail.tsx';
import { Uses } from '../../../images/admin/uses.tsx';
import { type LibraryImage, maxAltLength } from '../../../images/api/images.ts';
import { postImageCalls } from './calls.ts';

type Props = {
  image: LibraryImage;
  onAlt: (alt: string) => Promise<void>;
  onMakeMain: () => void;
  onDelete: () => void;
};

export function LibraryItem({ image, onAlt, onMakeMain, onDelete }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const name = t('Image {id} of {title}', { id: String(image.id), title: titleOf(image) });
  return (
    <li>
      <Thumbnail image={image} name={name} />
      <p>
        <Link to={urls.editPost(image.post_id)}>{titleOf(image)}</Link>
      </p>
      <p className="uses">
        <span className="chip good">{image.main_image === 1 ? t('Main') : t('Gallery')}</span>
        {image.in_text && <span className="chip good">{t('In the text')}</span>}
        {image.other_posts > 0 && (
          <span className="chip good">
            {plural(image.other_posts, { one: 'In 1 other post', other: 'In {count} other posts' })}
          </span>
        )}
      </p>
      <p className="soft">
        {image.width} × {image.height}, {formatBytes(image.bytes)}, <FormattedDate date={image.date_added} />
      </p>
      {isEditing ? (
        <AltForm image={image} onSave={onAlt} onClose={() => setIsEditing(false)} />
      ) : (
        <p className="soft alt">{image.alt ? t('Alt text: {alt}', { alt: image.alt }) : t('No alt text')}</p>
      )}
      <Uses name={name} load={() => postImageCalls.imageUses({ imageId: image.id })} />
      <p className="actions">
        {!isEditing && (
          <button
            type="button"
            className="quiet"
            aria-label={t('Edit alt text of {name}', { name })}
            onClick={() => setIsEditing(true)}
          >
            {t('Alt text')}
          </button>
        )}
        {image.main_image === 0 && (
          <button type="button" className="quiet" onClick={onMakeMain}>
            {t('Make Main')}
          </button>
        )}
        <button type="button" className="quiet danger" onClick={onDelete}>
          {t('delete')}
        </button>
      </p>
    </li>
  );
}

function AltForm({
  image,
  onSave,
  onClose,
}: {
  image: LibraryImage;
  onSave: Props['onAlt'];
  onClose: () => void;
}) {
  const [alt, setAlt] = useState(image.alt);
  return (
    <Form
      submitLabel={t('Save')}
      onSubmit={async () => {
        await onSave(alt.trim());
        onClose();
      }}
      onCancel={onClose}
    >
      <TextField label={t('Alt text')} maxLength={maxAltLength} value={alt} onChange={setAlt} autoFocus />
    </Form>
  );
}
