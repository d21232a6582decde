// The conformance driver: reads one request a line on standard input, makes that call with the library, and writes one line of JSON
// with what came out. clients/conformance/README.md has the protocol.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(source io.Reader, target io.Writer) error {
	lines := bufio.NewReader(source)
	out := json.NewEncoder(target)
	out.SetEscapeHTML(false)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			return fmt.Errorf("a line that is no request: %w", err)
		}
		if err := out.Encode(asked.answer()); err != nil {
			return err
		}
	}
}
