import type { Job } from '../model';
import { dim, ESC, green, type LogWriter, red, yellow } from './writer';

/** Writes the output of a job's script. `fails` is the job's outcome. */
export type Script = (log: LogWriter, job: Job, fails: boolean) => void;

/** Writes a progress bar: each state overwrites the previous one with a carriage return. */
function progress(log: LogWriter, what: string, weight: number): void {
  for (let percent = 0; percent <= 100; percent += 5) {
    const bar = '█'.repeat(percent / 5).padEnd(20, '░');
    log.raw(`\r${what} ${bar} ${String(percent).padStart(3)}%`, weight / 20);
  }
  log.raw('\n');
}

export const install: Script = (log, _job, fails) => {
  log.command('npm ci --cache .npm --prefer-offline');
  log.line(yellow('npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported'), 1);
  progress(log, 'reify:typescript:', 5);
  log.lines(
    ['', 'added 412 packages, and audited 413 packages in 6s', '', '97 packages are looking for funding'],
    0.2,
  );
  log.line(fails ? red('npm error code ECONNRESET') : 'found 0 vulnerabilities');
};

export const compile: Script = (log, _job, fails) => {
  log.command('npm run build');
  log.lines(['', '> @acme/storefront@1.0.0 build', '> tsc -p tsconfig.json', ''], 0.2);
  log.line('src/cart/cart.ts', 2);
  log.line('src/cart/price.ts', 2);
  if (fails) {
    log.line(
      `${ESC}[96msrc/cart/cart.ts${ESC}[0m:${ESC}[93m15${ESC}[0m:${ESC}[93m47${ESC}[0m - ${red('error')} ${dim('TS2345: ')}Argument of type 'CartLine' is not assignable to parameter of type 'never'.`,
      1,
    );
    log.lines(['', `${ESC}[7m15${ESC}[0m     if (known === undefined) this.#lines.push({ ...line });`, '']);
    log.line(
      "src/checkout/address.ts(19,9): error TS2322: Type 'RegExp | undefined' is not assignable to type 'RegExp'.",
    );
    log.lines(['', 'Found 2 errors in 2 files.', ''], 0.2);
    return;
  }
  log.section(
    'bundle',
    'Bundling',
    () => {
      log.line('  dist/index.js      41.2kb', 2);
      log.line('  dist/index.js.map  96.8kb');
      log.line(`⚡ ${green('Done in 148ms')}`, 1);
    },
    '[collapsed=true]',
  );
};

export const image: Script = (log, job, fails) => {
  const tag = `registry.acme.example/${job.pipeline.project.path}:${job.pipeline.sha.slice(0, 8)}`;
  log.command(`docker buildx build --push --tag ${tag} .`);
  log.line('#1 [internal] load build definition from Dockerfile', 1);
  log.line('#1 DONE 0.1s');
  for (const [index, step] of [
    'FROM node:22-slim',
    'COPY package*.json ./',
    'RUN npm ci --omit=dev',
    'COPY dist dist',
  ].entries()) {
    log.line(`#${index + 2} [${index + 1}/4] ${step}`, 3);
    log.line(
      `#${index + 2} ${dim(`sha256:${'c0ffee'.repeat(12)} ${index + 3}.1MB / ${index + 3}.1MB`)} DONE ${index}.4s`,
      1,
    );
  }
  log.line(`#6 labels ${'org.opencontainers.image.source=acme/storefront;'.repeat(14)}`, 1);
  log.line(fails ? red('ERROR: failed to push: denied') : `#7 pushing ${tag} ${green('done')} 🐳`, 2);
};

export const deploy: Script = (log, job, fails) => {
  const where = job.spec.name.replace(/^deploy-/, '');
  log.command(`./scripts/deploy.sh ${where}`);
  log.line(`Deploying ${where}`, 1);
  log.section('rollout', `Rolling out to ${where}`, () => {
    for (const [index, region] of ['eu-north', 'eu-west', 'us-east'].entries()) {
      log.section(`region_${index}`, region, () => {
        progress(log, `  pods ${region}`, 3);
        log.line(`  ✅ ${region}: 3 of 3 pods are ready`, 0.5);
      });
    }
  });
  log.line(
    fails
      ? red('✖ health check failed: 503 Service Unavailable')
      : green('✔ healthy: https://shop.acme.example/health'),
    2,
  );
};

export const release: Script = (log, job, fails) => {
  log.command('npm publish --access restricted');
  log.lines(
    [
      'npm notice 📦  @acme/storefront@1.2.0',
      'npm notice Tarball Contents',
      'npm notice 41.2kB dist/index.js',
    ],
    1,
  );
  log.line(
    fails ? red('npm error 403 Forbidden') : `+ @acme/storefront@${job.pipeline.ref.replace(/^v/, '')}`,
    2,
  );
};

/** Writes a large log of about 5 MB, like a test that prints every request. */
export const soak: Script = (log) => {
  log.command('k6 run --out console load/soak.js');
  const lines = 64_000;
  const batch = 500;
  for (let from = 0; from < lines; from += batch) {
    const rows = Array.from({ length: batch }, (_, index) => {
      const number = from + index;
      const status = number % 997 === 0 ? red('503') : green('200');
      return `time=${String(number).padStart(6, '0')} method=GET path=/catalog/${(number * 7919) % 4096} status=${status} duration=${20 + (number % 90)}ms`;
    });
    log.line(rows.join('\n'), 1);
  }
  log.lines(['', '     ✓ status was 200', '     checks.........: 99.89% ✓ 63935 ✗ 65'], 1);
};

export const load: Script = (log) => {
  log.command('k6 run load/catalog.js');
  for (let second = 5; second <= 240; second += 5) {
    log.line(
      `running (${Math.floor(second / 60)}m${String(second % 60).padStart(2, '0')}.0s), 50/50 VUs, ${second * 61} complete iterations`,
      1,
    );
  }
  log.lines(['', '     ✓ status was 200', '     http_req_duration..: avg=41.7ms p(95)=88.1ms'], 1);
};

/** A script that doesn't finish, so that the job fails with a timeout or a runner error. */
export const stuck: Script = (log, job) => {
  log.command(`npm run ${job.spec.name}`);
  for (let minute = 1; minute <= 5; minute++) log.line(`Still waiting for postgres:5432 (${minute} min)`, 2);
};
