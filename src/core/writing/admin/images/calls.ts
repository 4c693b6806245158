import { callsOf } from '../../../../platform/admin/data/calls.ts';
import { removing } from '../../../../platform/admin/data/no-room-in-bin.ts';
import type { imageRoutes } from '../../../posts/images/routes.ts';

const { call, page } = callsOf<typeof imageRoutes>();

const removeImage = call('DELETE', '/api/assoc/postimage/:postId/:imageId');

/** Images of posts. */
export const postImageCalls = {
  images: page('/api/image'),
  imageUses: call('GET', '/api/image/:imageId/uses'),
  setAlt: call('PUT', '/api/image/:imageId'),
  makeMain: call('PUT', '/api/admin/image/main/:postId/:imageId'),
  removeImage: (image: { postId: number; imageId: number }) =>
    removing(
      () => removeImage(image),
      async () => {
        await removeImage({ ...image, for_good: 'true' });
        return 1;
      },
    ),
  fetchImage: call('POST', '/api/admin/image/fetch'),
};
