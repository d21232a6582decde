import { Module } from '@nestjs/common';
import { EngineChoices } from './engine-choices.js';
import { EnginePause } from './engine-pause.js';
import { EnginePauseStore } from './engine-pause-store.js';

/** The pauses of the engines: for workers, and for processes that judge calls at once. */
@Module({ providers: [EnginePause, EnginePauseStore, EngineChoices], exports: [EnginePause, EngineChoices] })
export class EnginePauseModule {}
