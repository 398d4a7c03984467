import assert from 'node:assert/strict';
import process from 'node:process';
import { type Language, SDK_SUPPORT } from '../../src/domain/errors/languages';
import { SNIPPETS } from '../../src/domain/errors/snippets';
import { detailsOf, errorsFound, newKey } from '../clients/helpers/shop';
import { type TestSandbox, withSandbox } from '../sandbox/helpers/sandbox';
import { describeWith, programOf, runIn, type Runtime, runtimeOf, type ToolName } from './helpers/programs';
import { recorderFor, type SentItem } from './helpers/recorder';

const FETCHING_MS = 300_000;
const SENT_WITH = { SENTRY_RELEASE: 'tea@1.2.3', SENTRY_ENVIRONMENT: 'staging' };

/** A program that follows a snippet and raises an error, and the expected frame of the error. */
interface Program {
  readonly text: string;
  /** File and function of the innermost frame. */
  readonly place: readonly [file: RegExp, name: string];
  /** The source line of the innermost frame. */
  readonly code: RegExp;
}

/** Runs a snippet with a program. Returns the items that were sent, and asserts that all were accepted. */
async function reports(
  world: TestSandbox,
  language: Language,
  runtime: Runtime,
  program: string,
): Promise<{ readonly items: SentItem[]; readonly output: string }> {
  const snippet = SNIPPETS[language];
  const recorder = await recorderFor((await newKey(world)).dsn);
  try {
    const env = { ...runtime.env, ...SENT_WITH, SENTRY_DSN: recorder.dsn };
    const isNode = language === 'nodejs';
    const files = isNode
      ? { [snippet.fileName]: programOf(snippet, ''), 'app.mjs': program }
      : { [snippet.fileName]: programOf(snippet, program) };
    const args = isNode ? ['--import', `./${snippet.fileName}`, 'app.mjs'] : [snippet.fileName];
    const { output } = await runIn(files, { ...runtime, env }, args);
    assert.ok(recorder.items.length > 0, output);
    assert.deepEqual([...new Set(recorder.statuses)], [200], output);
    return { items: recorder.items, output };
  } finally {
    await recorder.close();
  }
}

function testsOf(language: Language, program: Program, runtime: () => Promise<Runtime>): void {
  const { name } = SNIPPETS[language];
  const world = withSandbox({ still: false, admin: true }, 'once');
  const message = `no price for ${name}`;

  it('reports an error of the program with type, message, release, and the throwing frame', async function () {
    this.timeout(FETCHING_MS);
    const { items } = await reports(world(), language, await runtime(), program.text);
    const [error, ...others] = await errorsFound(world(), message);
    assert.deepEqual(others, []);
    assert.ok(error);
    assert.match(error.title, new RegExp(`^\\w*Error: ${message.replaceAll('.', '\\.')}`));
    const { frames, firstReleaseVersion } = await detailsOf(world(), error);
    assert.equal(firstReleaseVersion, SENT_WITH.SENTRY_RELEASE);
    const last = frames.at(-1);
    assert.ok(last);
    assert.match(last.fileName, program.place[0]);
    assert.ok(last.function.endsWith(program.place[1]), last.function);
    const line = last.traceContext.find((each) => each.line === last.line);
    assert.match(line?.code ?? '', program.code);

    // The two examples of the snippet.
    assert.equal((await errorsFound(world(), 'Test exception')).length, 1);
    assert.equal((await errorsFound(world(), 'Test message')).length, 1);
    assert.ok(
      items.every(
        ({ payload }) => payload['environment'] === SENT_WITH.SENTRY_ENVIRONMENT || 'attrs' in payload,
      ),
    );
    const taken: readonly string[] = SDK_SUPPORT[language].items;
    for (const { type } of items) assert.ok(taken.includes(type), `${type} is not what the server takes`);
  });
}

describe('the snippet for Node.js, run by @sentry/node', () => {
  const program = {
    text: `function priceOf(item) {
  throw new RangeError(\`no price for \${item}\`);
}
priceOf('Node.js');
`,
    place: [/app\.mjs$/, 'priceOf'],
    code: /throw new RangeError/,
  } as const;
  testsOf('nodejs', program, () => Promise.resolve({ command: process.execPath, env: {} }));
});

describeWith('python', 'the snippet for Python, run by Debian’s sentry-sdk', () => {
  const program = {
    text: `def price_of(item):
    raise LookupError(f"no price for {item}")

price_of("Python")
`,
    place: [/main\.py$/, 'price_of'],
    code: /raise LookupError/,
  } as const;
  testsOf('python', program, () => runtimeOf('python'));

  const world = withSandbox({ still: false, admin: true }, 'once');
  it('reports the sessions of requests, one of which failed', async function () {
    this.timeout(FETCHING_MS);
    const served = `from sentry_sdk.integrations.wsgi import SentryWsgiMiddleware

def app(environ, start_response):
    if environ["PATH_INFO"] == "/tea":
        raise LookupError("no tea")
    return []

for path in ["/", "/tea", "/"]:
    environ = {"PATH_INFO": path, "REQUEST_METHOD": "GET", "SERVER_NAME": "shop", "SERVER_PORT": "80",
               "wsgi.url_scheme": "http"}
    try:
        list(SentryWsgiMiddleware(app)(environ, lambda *args: None))
    except LookupError:
        pass
sentry_sdk.flush()
`;
    const { items } = await reports(world(), 'python', await runtimeOf('python'), served);
    assert.ok(items.some(({ type }) => type === 'session'));
    const counts = await (await fetch(`${world().sandbox.admin ?? ''}/sessions?project_id=1`)).json();
    const { started, errored, crashed } = counts as Record<string, number>;
    assert.equal(started, 3);
    assert.equal((errored ?? 0) + (crashed ?? 0), 1);
  });
});

describeWith('ruby', 'the snippet for Ruby, run by Debian’s sentry-ruby', () => {
  const program = {
    text: `def price_of(item)
  raise ArgumentError, "no price for #{item}"
end

begin
  price_of('Ruby')
rescue ArgumentError => error
  Sentry.capture_exception(error)
end
`,
    place: [/main\.rb$/, 'price_of'],
    code: /raise ArgumentError/,
  } as const;
  testsOf('ruby', program, () => runtimeOf('ruby'));
});

describeWith('php', 'the snippet for PHP', () => {
  it('is valid PHP, with and without its examples', async function () {
    this.timeout(FETCHING_MS);
    const { file, setup } = SNIPPETS.php;
    const runtime = await runtimeOf('php' satisfies ToolName);
    const files = {
      'file.php': file,
      'examples.php': programOf(SNIPPETS.php, ''),
      'setup.php': `<?php\nfunction set_up() {\n${setup}}\n`,
    };
    for (const name of Object.keys(files)) {
      const { code, output } = await runIn(files, runtime, ['-n', '-l', name]);
      assert.equal(code, 0, output);
      assert.match(output, /No syntax errors/);
    }
  });
});
