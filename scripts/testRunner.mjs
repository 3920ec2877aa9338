// jest's `testRunner`: runs a file in Node itself instead of in a context of its own, so that the files of a worker share their
// modules, which are loaded and compiled once.
import { statfsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { jestExpect as expect } from '@jest/expect';
import { createEmptyTestResult } from '@jest/test-result';
import functions, { getState, resetState, run, setState } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { keepOpened } from './opened.mjs';

/** A file system in memory, where there is one: what is written through to a disk is waited for. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;
if (roomOf(MEMORY) > ROOM_BYTES) process.env.TMPDIR ??= MEMORY;

Object.assign(globalThis, functions, { expect });
const closeOpened = keepOpened(globalThis);

/** @returns a TestResult */
export default async function runFile(globalConfig, config, _environment, _runtime, path) {
  const { testTimeout, testNamePattern } = globalConfig;
  resetState();
  setState({
    ...getState(),
    ...(testTimeout && { testTimeout }),
    ...(testNamePattern && { testNamePattern: new RegExp(testNamePattern, 'i') }),
  });
  const unhandled = [];
  const note = (error) => unhandled.push(error);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  try {
    await import(pathToFileURL(path));
    const { testResults } = await run();
    return testResult(testResults.map(testCase), unhandled);
  } finally {
    await closeOpened();
    process.off('uncaughtException', note).off('unhandledRejection', note);
  }

  function testResult(cases, errors) {
    const numberOf = (status) => cases.filter((one) => one.status === status).length;
    const messages = [
      formatResultsErrors(cases, config, globalConfig, path),
      ...errors.map((error) => formatExecError(error, config, globalConfig, path)),
    ];
    return {
      ...createEmptyTestResult(),
      failureMessage: messages.filter(Boolean).join('\n') || null,
      numFailingTests: numberOf('failed'),
      numPassingTests: numberOf('passed'),
      numPendingTests: numberOf('pending'),
      numTodoTests: numberOf('todo'),
      ...(errors.length > 0 && { testExecError: { message: '', stack: errors.map(String).join('\n') } }),
      testFilePath: path,
      testResults: cases,
    };
  }
}

/** An AssertionResult of a test that circus ran. */
function testCase({ testPath: [, ...names], status, duration, errors, errorsDetailed, ...rest }) {
  const title = names.at(-1);
  return {
    title,
    fullName: names.join(' '),
    ancestorTitles: names.slice(0, -1),
    status: status === 'done' ? (errors.length > 0 ? 'failed' : 'passed') : status === 'skip' ? 'pending' : status,
    duration,
    failureMessages: errors,
    failureDetails: errorsDetailed,
    invocations: rest.invocations,
    numPassingAsserts: rest.numPassingAsserts,
    retryReasons: [],
    location: rest.location,
  };
}

function roomOf(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
