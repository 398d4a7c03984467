// A program whose errors the public SDK reports:
// node shop.mjs DSN SCENARIO
// The last line of its output is JSON: whether everything was sent, and the status of each request.
import { subscribe } from 'node:diagnostics_channel';
import process from 'node:process';
import * as Sentry from '@sentry/node';

const [dsn, scenario] = process.argv.slice(2);
const sent = [];
subscribe('http.client.response.finish', ({ request, response }) => {
  sent.push({ status: response.statusCode, encoding: request.getHeader('content-encoding') ?? 'none' });
});

class CartError extends Error {
  name = 'CartError';
}

function priceOf(item) {
  throw new RangeError(`no price for ${item}`);
}

function addToCart(item) {
  try {
    return priceOf(item);
  } catch (cause) {
    throw new CartError(`the cart does not take ${item}`, { cause });
  }
}

function pay(amount) {
  throw new TypeError(`cannot pay ${amount}`);
}

function pack(item) {
  throw new TypeError(`cannot pack ${item}`);
}

function ship(item) {
  throw new TypeError(`cannot ship ${item}`);
}

function restock(item) {
  throw new TypeError(`cannot restock ${item}`);
}

/** Reports the error that an action throws, optionally with a user. */
function report(action, user) {
  try {
    action();
  } catch (error) {
    Sentry.withScope((scope) => {
      if (user !== undefined) scope.setUser(user);
      Sentry.captureException(error);
    });
  }
}

const SCENARIOS = {
  async errors() {
    Sentry.setTag('area', 'checkout');
    Sentry.addBreadcrumb({ category: 'ui.click', message: 'button.pay' });
    report(() => addToCart('tea'), { id: '7', email: 'ann@acme.example' });
    report(() => addToCart('milk'), { id: '8' });
    // The next error must also have the latest time. Reports that are sent together can arrive in any order.
    await Sentry.flush(5_000);
    report(() => addToCart('tea'), { id: '7' });
    report(() => pay(5));
    Sentry.captureMessage('the shelf is empty', 'warning');
  },
  large() {
    for (let index = 0; index < 90; index++) {
      Sentry.addBreadcrumb({ message: `${index} ${'step '.repeat(200)}` });
    }
    report(() => pack('everything'));
  },
  burst() {
    for (let index = 0; index < 60; index++) report(() => ship(index));
  },
  async sessions() {
    Sentry.startSession();
    report(() => restock('tea'));
    report(() => restock('milk'));
    // Errors count for the session only after they are processed.
    await Sentry.flush(5_000);
    Sentry.endSession();
    Sentry.startSession();
    Sentry.endSession();
  },
  one() {
    report(() => ship('nothing'));
  },
};

Sentry.init({
  dsn,
  release: 'shop@1.4.2',
  environment: 'production',
  // The scenario with sessions starts a known number of them.
  autoSessionTracking: false,
  transportOptions: { bufferSize: 100 },
});
await SCENARIOS[scenario]();
const flushed = await Sentry.flush(5_000);
console.log(JSON.stringify({ flushed, sent }));
