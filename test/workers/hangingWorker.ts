// The worker of production, but for checks, which never end.
import './hangOnCheck.js';
import '../../src/workers/worker.js';
