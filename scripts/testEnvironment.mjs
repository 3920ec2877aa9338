// jest's `testEnvironment` where each file has a context of its own.
import { TestEnvironment } from 'jest-environment-node';
import { keepOpened } from './opened.mjs';

export default class extends TestEnvironment {
  #closeOpened = keepOpened(this.global);

  async teardown() {
    await this.#closeOpened();
    await super.teardown();
  }
}
