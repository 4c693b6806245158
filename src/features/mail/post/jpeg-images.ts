import { buffer } from 'node:stream/consumers';
import { sharp } from '../../../platform/files/sharp.ts';
import { forOtherSites, type Make, sendDocument } from '../../../platform/http/cache/documents.ts';
import type { Exchange } from '../../../platform/http/exchange.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { noSuchImage } from '../../../platform/messages/owner.ts';
import { mailUrls } from '../api/urls.ts';

const quality = 82;
const storedName = /^([\w-]+\/)*[\w-]+\.webp$/;

/** Stored images as JPEG, because classic Outlook shows no WebP. Made when the first reader opens the mail, then cached. */
export async function sendJpeg({ site, path, request, response }: Exchange): Promise<boolean> {
  if (!path.startsWith(mailUrls.image(''))) return false;
  const name = path.slice(mailUrls.image('').length).replace(/\.jpg$/, '');
  if (!storedName.test(name) || (request.method !== 'GET' && request.method !== 'HEAD'))
    throw new Problem('not_found', noSuchImage);
  const make: Make = async ({ files }) => {
    const file = await files.read(name);
    if (!file) throw new Problem('not_found', noSuchImage);
    const image = sharp()(await buffer(file.body)).flatten({ background: '#fff' });
    return { type: 'image/jpeg', body: await image.jpeg({ quality }).toBuffer(), headers: [forOtherSites] };
  };
  await sendDocument(site, path, make, request, response);
  return true;
}
