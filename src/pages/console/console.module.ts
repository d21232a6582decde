import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';

/** The whole service in a browser, below `/app`. */
@Module({ controllers: [ConsoleController] })
export class ConsoleModule {}
