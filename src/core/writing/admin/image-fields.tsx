import { type PointerEvent, useId, useState } from 'react';
import { errorMessage } from '../../../platform/admin/frame/notices.tsx';
import { imageTypes } from '../../../platform/http/api/limits.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { Image } from '../../images/api/images.ts';
import type { PostValues } from './post-values.ts';

type ImageSettings = Pick<PostValues, 'main_image_id' | 'focal_x' | 'focal_y' | 'social_image_id'>;
type Props = {
  value: ImageSettings;
  images: readonly Image[];
  onChange(change: Partial<ImageSettings>): void;
  upload(file: File): Promise<Image>;
};

/** The main image with its focal point, and the image for social networks. */
export function ImageFields(props: Props) {
  const { value, images, onChange, upload } = props;
  return (
    <>
      <MainImageField {...props} />
      <fieldset className="field">
        <legend>{t('Social image')}</legend>
        <ImageChoice
          uploadLabel={t('Upload a social image')}
          none={t('The main image')}
          value={value.social_image_id}
          images={images}
          onChange={(image) => onChange({ social_image_id: image?.id ?? null })}
          upload={upload}
        />
      </fieldset>
    </>
  );
}

export function MainImageField({ value, images, onChange, upload }: Props) {
  const { main_image_id, focal_x, focal_y } = value;
  const main = images.find(({ id }) => id === main_image_id);
  const chooseMain = (image: Image | null) =>
    onChange({
      main_image_id: image?.id ?? null,
      focal_x: image?.focal_x ?? 50,
      focal_y: image?.focal_y ?? 50,
    });
  return (
    <fieldset className="field">
      <legend>{t('Main image')}</legend>
      {main && <FocalPoint image={main} x={focal_x} y={focal_y} onChange={onChange} />}
      <ImageChoice
        uploadLabel={t('Upload a main image')}
        none={t('No main image')}
        value={main_image_id}
        images={images}
        onChange={chooseMain}
        upload={upload}
      />
      <span className="soft">
        {t('Anyone who knows the URL of an image can open it, also before the post is public.')}
      </span>
    </fieldset>
  );
}

/** The images of the post as radio buttons, and an upload. */
function ImageChoice({
  uploadLabel,

  none,
  value,
  images,
  onChange,
  upload,
}: {
  uploadLabel: string;

  none: string;
  value: number | null;
  images: readonly Image[];
  onChange(image: Image | null): void;
  upload(file: File): Promise<Image>;
}) {
  const id = useId();
  const [progress, setProgress] = useState('');
  const [error, setError] = useState('');
  const add = async (file: File) => {
    setProgress(t('Uploading …'));
    setError('');
    try {
      onChange(await upload(file));
    } catch (failure) {
      setError(errorMessage(failure));
    } finally {
      setProgress('');
    }
  };
  return (
    <>
      {images.length > 0 && (
        <div className="image-choice">
          <label className="no-image">
            <input type="radio" name={id} checked={value === null} onChange={() => onChange(null)} />
            {none}
          </label>
          {images.map((image, index) => (
            <label key={image.id}>
              <input
                type="radio"
                name={id}
                className="visually-hidden"
                checked={value === image.id}
                onChange={() => onChange(image)}
              />
              <img
                src={image.file_path_thumbnail}
                alt={image.alt || t('Image {number}', { number: index + 1 })}
                width={64}
                height={64}
                loading="lazy"
                style={{ backgroundColor: image.color }}
              />
            </label>
          ))}
        </div>
      )}
      <span className="picker">
        <input
          id={`${id}-file`}
          type="file"
          accept={imageTypes.join()}
          aria-label={uploadLabel}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void add(file);
            target.value = '';
          }}
        />
        <label className="button" htmlFor={`${id}-file`} aria-hidden="true">
          {t('Upload')}
        </label>
        <span role="status" className="soft">
          {progress}
        </span>
      </span>
      <span className="error" role="alert">
        {error}
      </span>
    </>
  );
}

type Point = Pick<PostValues, 'focal_x' | 'focal_y'>;

/** Where crops of the image are centered: by pointer on the image, or with two sliders, which appear with the focus of the keyboard. */
function FocalPoint({
  image,
  x,
  y,
  onChange,
}: {
  image: Image;
  x: number;
  y: number;
  onChange(point: Partial<Point>): void;
}) {
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100);
    onChange({
      focal_x: percent((event.clientX - box.left) / box.width),
      focal_y: percent((event.clientY - box.top) / box.height),
    });
  };
  return (
    <div className="focal-frame">
      <div
        className="focal"
        style={{ aspectRatio: `${image.width} / ${image.height}`, backgroundColor: image.color }}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
      >
        <img src={image.file_path} alt={image.alt || t('Main image')} draggable={false} />
        <span className="focal-mark" style={{ left: `${x}%`, top: `${y}%` }} />
      </div>
      <div className="focal-sliders">
        <Slider
          label={t('Focal point, left to right')}
          value={x}
          onChange={(focal_x) => onChange({ focal_x })}
        />
        <Slider
          label={t('Focal point, top to bottom')}
          value={y}
          onChange={(focal_y) => onChange({ focal_y })}
        />
      </div>
    </div>
  );
}

type SliderProps = { label: string; value: number; onChange(value: number): void };

function Slider({ label, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        dir="ltr"
        min={0}
        max={100}
        value={value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </>
  );
}
