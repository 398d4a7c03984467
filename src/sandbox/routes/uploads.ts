import { getUpload } from '../../api/endpoints/uploads';
import { refuse } from '../http/reply';
import { route } from '../http/route';
import { findUpload } from '../world/uploads';
import { projectOf } from './access';

/** Files that were added to texts. */
export const uploadRoutes = [
  route(getUpload, (call, args) => {
    const upload = findUpload(projectOf(call, args.id), String(args.secret), String(args.filename));
    if (upload === undefined) throw refuse.missing();
    const headers = { 'Content-Disposition': `attachment; filename="${upload.filename}"` };
    return { status: 200, type: upload.type, body: upload.bytes, headers };
  }),
];
