import { z } from 'zod';
import { doctorPart } from '../../platform/doctor-part.ts';
import { finding } from '../../platform/findings.ts';
import { route } from '../../platform/http/api/route.ts';

export const doctorRoutes = [
  route('GET', '/api/admin/doctor', 'Check the installation and say what to do', {
    response: z.array(finding),
    handle: ({ blog }) => doctorPart.of(blog)(),
  }),
];
