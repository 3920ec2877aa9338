// The worker of production, but for bodies that end it.
import './dieOnDemand.js';
import '../../src/workers/worker.js';
