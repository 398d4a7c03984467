import assert from 'node:assert/strict';
import { MergeRequests } from './helpers/merge-requests';
import { type Ask, withSandbox } from './helpers/sandbox';

describe('HTML of titles and descriptions with `render_html`', () => {
  const world = withSandbox();
  const requests = new MergeRequests(world);

  /** Changes !11 and returns its rendered title and description. */
  const rendered = async (
    { title = 'Title', description = '' }: { readonly title?: string; readonly description?: string },
    ask: Ask = {},
  ): Promise<{ readonly title: unknown; readonly description: string }> => {
    assert.equal((await requests.put('11', { title, description })).status, 200);
    const response = await world().ask('/projects/1/merge_requests/11?render_html=true', ask);
    const found = (await response.json()) as Readonly<Record<string, unknown>>;
    return { title: found['title_html'], description: String(found['description_html']) };
  };
  const html = async (description: string, ask?: Ask): Promise<string> =>
    (await rendered({ description }, ask)).description;

  it('is returned only on request', async () => {
    const response = await world().ask('/projects/1/merge_requests/11');
    assert.ok(!('title_html' in ((await response.json()) as object)));
  });

  it('contains no markup from the text', async () => {
    const found = await rendered({
      title: 'Use <b> & "more"',
      description: 'One\n\n<script>two</script> [a](javascript:alert(1)) ![x](data:text/html,x)',
    });
    assert.equal(found.title, 'Use &lt;b&gt; &amp; &quot;more&quot;');
    assert.match(
      found.description,
      /^<p dir="auto">One<\/p>\n<p dir="auto">&lt;script&gt;two&lt;\/script&gt; /,
    );
    assert.doesNotMatch(found.description, /<script|href=|src=/);
    const hostile = await html('!"><img src=x onerror=alert(1)> #6"><b> ~"<b>" @dana<script>');
    assert.doesNotMatch(hostile, /<(?:img|b|script)[ >]/);
  });

  it('renders the elements of Markdown', async () => {
    const text = await html(
      '# A\n\n**b** *c* ~~d~~ `e` https://a.example/x readme.md\n\n> f\n\n1. g\n   - h\n\n```ts\nlet i;\n```\n\n| j | k |\n|---|---|\n| l | m |',
    );
    for (const part of [
      '<h1 dir="auto">A</h1>',
      '<strong>b</strong> <em>c</em> <s>d</s> <code>e</code>',
      '<a href="https://a.example/x" rel="nofollow noreferrer noopener" target="_blank">https://a.example/x</a> readme.md',
      '<blockquote dir="auto">\n<p>f</p>\n</blockquote>',
      '<ol dir="auto">\n<li>g\n<ul>\n<li>h</li>\n</ul>\n</li>\n</ol>',
      '<pre><code class="language-ts">let i;\n</code></pre>',
      '<td>l</td>',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
  });

  it('renders tasks as disabled checkboxes', async () => {
    assert.equal(
      await html('- [ ] one\n- [x] two #6\n- [~] three\n- [y] four'),
      [
        '<ul dir="auto" class="task-list">',
        '<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled> one</li>',
        '<li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked disabled> two <a href="/acme/storefront/-/issues/6" data-reference-type="issue" data-original="#6" data-project="1" data-issue="803" class="gfm gfm-issue" title="Search is slow with many facets">#6</a></li>',
        '<li class="task-list-item inapplicable"><input type="checkbox" class="task-list-item-checkbox" data-inapplicable disabled> three</li>',
        '<li>[y] four</li>',
        '</ul>',
      ].join('\n'),
    );
  });

  it('links references to what exists', async () => {
    const { title, description } = await rendered({
      title: 'Fix #3 :tada:',
      description: 'See !12, acme/payments!4, @dana, ~"needs design", ~docs, %v1.3, and :tada:.',
    });
    assert.match(
      String(title),
      /^Fix <a href="\/acme\/storefront\/-\/issues\/3" [^>]*>#3<\/a> <gl-emoji data-name="tada">🎉<\/gl-emoji>$/,
    );
    const links = [
      ...description.matchAll(/<a href="([^"]*)" data-reference-type="([^"]*)"[^>]*>([^<]*)<\/a>/g),
    ];
    assert.deepEqual(
      links.map(([, href, kind, text]) => [href, kind, text]),
      [
        ['/acme/storefront/-/merge_requests/12', 'merge_request', '!12'],
        ['/acme/payments/-/merge_requests/4', 'merge_request', 'acme/payments!4'],
        ['/dana', 'user', '@dana'],
        ['/acme/storefront/-/issues?label_name=needs%20design', 'label', 'needs design'],
        ['/acme/storefront/-/issues?label_name=docs', 'label', 'docs'],
        ['/acme/storefront/-/milestones/2', 'milestone', '%v1.3'],
      ],
    );
    assert.match(description, /class="gfm gfm-project_member js-user-link" title="Dana Lindqvist"/);
  });

  it('leaves other text unchanged', async () => {
    for (const text of [
      '#999',
      '!999',
      '@nobody-else',
      'a@dana.example',
      'a#6',
      '#6a',
      '\\#6',
      '%v9',
      '~none',
      ':none:',
      'no/project!1',
    ])
      assert.doesNotMatch(await html(`x ${text} y`), /<a |gl-emoji/, text);
    assert.match(
      await html('`#6` [#6](https://a.example)'),
      /^<p dir="auto"><code>#6<\/code> <a href="https:\/\/a\.example"[^>]*>#6<\/a><\/p>$/,
    );
  });

  it('links only what the user can see', async () => {
    const text = 'acme/labs/prism!1';
    assert.match(await html(text), /href="\/acme\/labs\/prism\/-\/merge_requests\/1"/);
    assert.equal(await html(text, { as: 'nobody' }), `<p dir="auto">${text}</p>`);
  });

  it('resolves relative links and uploads', async () => {
    const secret = 'a3f1c2d4e5b60718293a4b5c6d7e8f90';
    const text = await html(
      `[a](docs/a.txt#top) [b](/README.md) [c](../../../etc/passwd) ![d](img/d.png) ![e](/uploads/${secret}/logo.png) [f](#top)`,
    );
    const addresses = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    const upload = `/-/project/1/uploads/${secret}/logo.png`;
    assert.deepEqual(addresses, [
      '/acme/storefront/-/blob/HEAD/docs/a.txt#top',
      '/acme/storefront/-/blob/HEAD/README.md',
      '/acme/storefront/-/blob/HEAD/etc/passwd',
      '/acme/storefront/-/raw/HEAD/img/d.png',
      upload,
      '#top',
    ]);
    const image = await fetch(`${world().sandbox.url}${upload}`);
    assert.equal(image.headers.get('content-type'), 'image/png');
  });

  it('returns uploads of public projects only', async () => {
    const { url } = world().sandbox;
    const secret = 'a3f1c2d4e5b60718293a4b5c6d7e8f90';
    assert.equal((await fetch(`${url}/acme/storefront/uploads/${secret}/logo.png`)).status, 200);
    const form = new FormData();
    form.set('file', new Blob(['x']), 'note.txt');
    const added = await fetch(`${url}/api/v4/projects/3/uploads`, {
      method: 'POST',
      headers: { 'private-token': world().sandbox.tokens.owner },
      body: form,
    });
    const { full_path: path } = (await added.json()) as { full_path: string };
    assert.equal(added.status, 201);
    assert.match(path, /^\/-\/project\/3\/uploads\//);
    for (const address of [
      path,
      `/-/project/1/uploads/${secret}/other.png`,
      `/-/project/1/uploads/${secret}/%E0`,
    ])
      assert.equal((await fetch(`${url}${address}`)).status, 404, address);
  });
});
