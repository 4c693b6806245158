import { t } from '../../platform/messages/translate.ts';

export const mediaDeleted = (title: string): string => t('"{title}" was deleted.', { title });
export const noSuchMedia = t('There is no such audio or video file.');
export const embedUrlInvalid = t('Only pages with an http or https URL can be embedded.');
export const embedUnavailable = t('The page could not be read. It will be shown as a link.');
export const animationNotSupported = t(
  'Animated PNG and AVIF images are not supported. Save the animation as WebP or GIF.',
);
export const imageCorrupt = t(
  'The image is corrupt or incomplete. Open it in an image editor, save it again and upload the new file.',
);
export const tooManyFrames = (frames: number, max: number): string =>
  t('The animation has {frames} frames, and the limit is {max}. Shorten it.', { frames, max });
export const tooManyPixels = (megapixels: number, max: number): string =>
  t('The image has {megapixels} megapixels, and the limit is {max}. Make it smaller.', { megapixels, max });
export const tooManyAnimationPixels = (megapixels: number, max: number): string =>
  t(
    'All frames together have {megapixels} megapixels, and the limit for an animation is {max}. Make it smaller or shorter.',
    { megapixels, max },
  );
export const imageTooSlow = t('The image took too long to process. Try again later, or use a smaller one.');
export const imageDeletedMeanwhile = t('This image was being deleted elsewhere. Please upload it again.');
export const imageCroppedToSquare = t('The image is not square, so its middle is used.');
export const imageCentered = t('The image is not square, so it is centered on a transparent square.');
export const socialImageCropped = t(
  'The image was cropped to 1200 × 630 pixels, the shape that social networks show.',
);
export const imageSmall = (width: number, height: number, wanted: number, wantedHeight: number): string =>
  t(
    'The image has only {width} × {height} pixels and may look blurred. {wanted} × {wantedHeight} or more is better.',
    { width, height, wanted, wantedHeight },
  );
export const imageUrlInvalid = t('Only images with an http or https URL can be fetched.');
export const imageAddressPrivate = t(
  'The server did not fetch the image, because its address is private. Save the image and upload it.',
);
export const imageNotServed = (status: string): string =>
  t('The image could not be fetched: {status} Save the image and upload it.', { status });
export const imageServerSilent = t('The server of the image did not answer. Try again later.');
export const uploadCanceled = t('The upload was canceled.');
