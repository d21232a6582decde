package callanalysis

import (
	"context"
	"fmt"
	"time"
)

const (
	firstPollInterval = 2 * time.Second
	maxPollInterval   = 10 * time.Second
)

// WaitParams are the parameters of [AnalysesService.WaitForCompletion].
type WaitParams struct {
	// Timeout ends the wait; by default only the context does. The analysis goes on.
	Timeout time.Duration
	// OnProgress is called with each progress that the service tells.
	OnProgress func(Progress)
}

// WaitForCompletion waits until an analysis is final, and returns it: completed or failed, see its Status; an analysis that failed is
// not an error. It follows the stream of events and connects again where that is cut; where no stream can be had, it polls.
func (s *AnalysesService) WaitForCompletion(ctx context.Context, id string, params *WaitParams) (*Analysis, error) {
	if params == nil {
		params = &WaitParams{}
	}
	if params.Timeout <= 0 || ctx == nil {
		return s.wait(ctx, id, params)
	}
	limited, cancel := context.WithTimeout(ctx, params.Timeout)
	defer cancel()
	result, err := s.wait(limited, id, params)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		detail := fmt.Sprintf("The analysis was not final after %s.", params.Timeout)
		return nil, &Error{Kind: KindTimeout, Detail: detail, Retryable: true, cause: err}
	}
	return result, err
}

// WaitForCorrection waits until a correction is final, and returns it: completed or failed, see its Status; a correction that failed
// is not an error. The context ends the wait; the correction goes on.
func (s *AnalysesService) WaitForCorrection(ctx context.Context, id, correctionID string) (*Correction, error) {
	return waitUntilLeft(ctx, func() (*Correction, string, error) {
		seen, err := s.Correction(ctx, id, correctionID)
		if err != nil {
			return nil, "", err
		}
		return seen, string(seen.Status), nil
	}, string(AnalysisStatusProcessing))
}

// waitUntilLeft asks again and again until the status is none of these.
func waitUntilLeft[T any](ctx context.Context, ask func() (*T, string, error), statuses ...string) (*T, error) {
	for interval := firstPollInterval; ; interval = interval * 3 / 2 {
		seen, status, err := ask()
		if err != nil || !contains(statuses, status) {
			return seen, err
		}
		if interval > maxPollInterval {
			interval = maxPollInterval
		}
		if err := sleep(ctx, interval); err != nil {
			return nil, err
		}
	}
}

func contains(all []string, one string) bool {
	for _, each := range all {
		if each == one {
			return true
		}
	}
	return false
}

func (s *AnalysesService) wait(ctx context.Context, id string, params *WaitParams) (*Analysis, error) {
	last := Progress{Percent: -1}
	tell := func(progress *Progress) {
		if progress != nil && *progress != last && params.OnProgress != nil {
			last = *progress
			params.OnProgress(*progress)
		}
	}
	events := s.Events(ctx, id, nil)
	defer events.Close()
	for events.Next() {
		tell(events.Current().Progress)
		if final := events.Current().Analysis; final != nil {
			return final, nil
		}
	}
	if err := events.Err(); err != nil {
		failure := asError(err)
		if !failure.Retryable && failure.Kind != KindAnswer || ctx.Err() != nil {
			return nil, err
		}
	}
	return s.poll(ctx, id, tell)
}

func (s *AnalysesService) poll(ctx context.Context, id string, tell func(*Progress)) (*Analysis, error) {
	for interval := firstPollInterval; ; interval = interval * 3 / 2 {
		analysis, err := s.Get(ctx, id, nil)
		if err != nil {
			return nil, err
		}
		if analysis.Status == AnalysisStatusCompleted || analysis.Status == AnalysisStatusFailed {
			return analysis, nil
		}
		tell(analysis.Progress)
		if interval > maxPollInterval {
			interval = maxPollInterval
		}
		if err := sleep(ctx, interval); err != nil {
			return nil, err
		}
	}
}
