// Functions that make pages, for tests in JavaScript. Imported by one file, so that all use the same `html`.
export { formPage } from '../../../src/presentation/shared/forms/form-page';
export { html } from '../../../src/presentation/shared/html';
export { markdown } from '../../../src/presentation/shared/markdown/markdown';
