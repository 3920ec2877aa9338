// jest's functions, which its runners make global (tests import this as `#jest`).
import type * as functions from '@jest/globals';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } =
  globalThis as unknown as typeof functions;
