import { listenForRejections, noneUnheard } from './unheard-rejections';

listenForRejections();

/** Mocha runs these hooks around the tests of every file. */
export const mochaHooks = { afterEach: noneUnheard, afterAll: noneUnheard };
