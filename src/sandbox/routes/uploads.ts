import { createUpload, getUpload } from '../../api/endpoints/uploads';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { uploadMarkdown } from '../world/uploads';
import { projectOf } from './access';

/** Files that were added to texts. */
export const uploadRoutes = [
  route(getUpload, (call, args) => {
    const { uploads } = call.world;
    const upload = uploads.find(projectOf(call, args.id), String(args.secret), String(args.filename));
    if (upload === undefined) throw refuse.missing();
    const headers = { 'Content-Disposition': `attachment; filename="${upload.filename}"` };
    return { status: 200, type: upload.type, body: upload.bytes, headers };
  }),
  route(createUpload, (call, args) => {
    const project = projectOf(call, args.id);
    const upload = call.world.uploads.add(project, args.file);
    const { secret, filename } = upload;
    const alt = filename.replace(/\.[^.]*$/, '');
    const url = `/uploads/${secret}/${filename}`;
    const full_path = `/-/project/${project.id}${url}`;
    return json(201, { alt, url, full_path, markdown: uploadMarkdown(upload) });
  }),
];
