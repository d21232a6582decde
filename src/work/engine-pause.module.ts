import { Module } from '@nestjs/common';
import { EnginePause } from './engine-pause.js';
import { EnginePauseStore } from './engine-pause-store.js';

/** The pauses of the engines: for workers, and for processes that judge calls at once. */
@Module({ providers: [EnginePause, EnginePauseStore], exports: [EnginePause] })
export class EnginePauseModule {}
