package callanalysis

import "time"

// DateTime is a moment as the service writes it, RFC 3339 with an offset or Z.
type DateTime string

// Time reads the moment.
func (d DateTime) Time() (time.Time, error) { return time.Parse(time.RFC3339Nano, string(d)) }

// String returns a pointer to a text, for optional parameters.
func String(value string) *string { return &value }

// Int returns a pointer to an integer, for optional parameters.
func Int(value int64) *int64 { return &value }

// Float returns a pointer to a number, for optional parameters.
func Float(value float64) *float64 { return &value }

// Bool returns a pointer to a truth value, for optional parameters.
func Bool(value bool) *bool { return &value }

// Ptr returns a pointer to any value, for optional parameters.
func Ptr[T any](value T) *T { return &value }

// Time returns a pointer to a moment, for optional parameters.
func Time(value time.Time) *DateTime {
	text := DateTime(value.Format(time.RFC3339Nano))
	return &text
}
