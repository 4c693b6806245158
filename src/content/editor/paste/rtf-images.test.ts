import { expect, test } from 'vitest';
import { imagesInRtf } from './rtf-images.ts';

const bytesOf = async (blob: Blob | undefined) =>
  Buffer.from(await (blob ?? new Blob()).arrayBuffer()).toString('hex');

test('the images of a text are found in order, without the drawings beside them', async () => {
  const rtf =
    '{\\rtf1 Text {\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn a}{\\sv 1}}}\\picscalex100\\picw10\\pngblip\\bliptag-12 {\\*\\blipuid 0123456789abcdef}\r\n8950\r\n4E47}}' +
    '{\\nonshppict{\\pict\\wmetafile8 010203}} more {\\pict\\jpegblip ffd8ff}}';
  const [png, jpeg, ...rest] = imagesInRtf(rtf);
  expect([png?.type, await bytesOf(png)]).toEqual(['image/png', '89504e47']);
  expect([jpeg?.type, await bytesOf(jpeg)]).toEqual(['image/jpeg', 'ffd8ff']);
  expect(rest).toEqual([]);
});

test('a text without images has none, and a cut one ends', () => {
  expect(imagesInRtf('{\\rtf1 Text}')).toEqual([]);
  expect(imagesInRtf('{\\pict\\pngblip 89')).toHaveLength(1);
  expect(imagesInRtf('{\\pict\\pngblip '.repeat(1000))).toEqual([]);
});
