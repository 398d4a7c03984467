import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ignoreFailure } from '../../../base/background';
import type { Disposable } from '../../../base/disposable';
import { onDispose } from '../../../base/disposable';
import type { Log } from '../../../base/log';
import { parseJson } from '../../../base/parse-json';
import { type CredentialMessage, credentialMessageSchema } from '../../../schemas/credential-message';

/** Answers the credential helper of one git command. */
export type AnswerHelper = (message: Pick<CredentialMessage, 'operation' | 'input'>) => Promise<string>;

/** A git command that can ask. Its secret is valid until it is disposed. */
export interface CredentialChannel extends Disposable {
  /** For the git command. Contains no token. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Maximum length of a message. Git's requests are much shorter. */
const MAX_CHARACTERS = 65_536;

/**
 * A local socket (on Windows: a named pipe) on which git's credential helper asks for user names and passwords. Only the
 * user can open it, and each git command needs its own random secret. Listens only while a command runs.
 */
export class CredentialServer {
  readonly #log: Log;
  readonly #answers = new Map<string, AnswerHelper>();
  #server: Promise<Listening> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  async open(answer: AnswerHelper): Promise<CredentialChannel> {
    const secret = randomBytes(32).toString('hex');
    this.#answers.set(secret, answer);
    const end = onDispose(() => {
      this.#answers.delete(secret);
      if (this.#answers.size === 0) this.#stop();
    });
    try {
      this.#server ??= listen((socket) => {
        this.#serve(socket);
      });
      const { address } = await this.#server;
      return {
        environment: { SWITCHYARD_CREDENTIAL_ADDRESS: address, SWITCHYARD_CREDENTIAL_SECRET: secret },
        dispose: () => {
          end.dispose();
        },
      };
    } catch (error) {
      end.dispose();
      throw error;
    }
  }

  #serve(socket: Socket): void {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_CHARACTERS) socket.destroy();
    });
    socket.on('end', () => {
      this.#answer(text).then(
        (answer) => socket.end(answer),
        (error: unknown) => {
          this.#log.warn(`Couldn't answer git's request for credentials: ${String(error)}`);
          socket.end();
        },
      );
    });
  }

  async #answer(text: string): Promise<string> {
    const message = credentialMessageSchema.safeParse(parseJson(text)).data;
    return (message && (await this.#answers.get(message.secret)?.(message))) ?? '';
  }

  #stop(): void {
    const server = this.#server;
    this.#server = undefined;
    server?.then(
      ({ close }) => {
        close();
      },
      () => undefined,
    );
  }
}

interface Listening {
  readonly address: string;
  readonly close: () => void;
}

async function listen(serve: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>();
  // The helper ends its side after the request, and reads the answer then.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket);
  });
  const isWindows = process.platform === 'win32';
  // Only the user can read the folder.
  const folder = isWindows ? undefined : await mkdtemp(path.join(tmpdir(), 'switchyard-git-'));
  const remove = (): void => {
    if (folder !== undefined) ignoreFailure(rm(folder, { recursive: true, force: true }));
  };
  const name = `switchyard-git-${randomBytes(16).toString('hex')}`;
  const address = folder === undefined ? `\\\\.\\pipe\\${name}` : path.join(folder, 'socket');
  try {
    await started(server, address);
  } catch (error) {
    remove();
    throw error;
  }
  const close = (): void => {
    server.close(remove);
    for (const socket of sockets) socket.destroy();
  };
  return { address, close };
}

function started(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
}
