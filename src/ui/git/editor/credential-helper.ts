// A credential helper for git, which runs as a program. Passes what git asks for to the extension, and the answer to
// git. Contains no secrets: the extension decides which git commands get an answer.
import { connect } from 'node:net';
import { argv, env, stdin, stdout } from 'node:process';

const chunks: Buffer[] = [];
for await (const chunk of stdin) if (chunk instanceof Buffer) chunks.push(chunk);
const input = Buffer.concat(chunks).toString('utf8');
const socket = connect(env['SWITCHYARD_CREDENTIAL_ADDRESS'] ?? '');
// Without an answer, git continues as without this helper.
socket.on('error', () => undefined);
socket.pipe(stdout);
socket.end(JSON.stringify({ secret: env['SWITCHYARD_CREDENTIAL_SECRET'], operation: argv.at(-1), input }));
