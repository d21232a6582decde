// The entry of one process of the service; PROCESS says which.
import { runService } from './run-service.js';

await runService(null);
