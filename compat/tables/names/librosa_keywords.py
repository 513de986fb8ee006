"""Arguments of librosa that had a place until 0.9, and are keywords since 0.10.

By the signatures of librosa 0.6.3 and 1.0.0; `tests/compat/tables/test_librosa_keywords.py` asks the release that is
installed.
"""

import re
from typing import Dict, Iterator, Tuple

from compat.tables.names.places import Places, places

_TABLE = """
A_weighting: frequencies | min_db
amplitude_to_db: S | ref amin top_db
autocorrelate: y | max_size axis
beat.beat_track: | y sr onset_envelope hop_length start_bpm tightness trim bpm units
chirp: | fmin fmax sr length duration linear phi
clicks: | times frames sr hop_length click_freq click_duration click length
cqt: y | sr hop_length fmin n_bins bins_per_octave tuning filter_scale norm sparsity window scale pad_mode
cqt_frequencies: n_bins | fmin bins_per_octave tuning
db_to_amplitude: S_db | ref
db_to_power: S_db | ref
decompose.decompose: S | n_components transformer sort fit
decompose.hpss: S | kernel_size power mask margin
decompose.nn_filter: S | rec aggregate axis
display.cmap: data | robust cmap_seq cmap_bool cmap_div
display.specshow: data | x_coords y_coords x_axis y_axis sr hop_length fmin fmax bins_per_octave ax
effects.pitch_shift: y | sr n_steps bins_per_octave
effects.remix: y intervals | align_zeros
effects.split: y | top_db ref frame_length hop_length
effects.time_stretch: y | rate
effects.trim: y | top_db ref frame_length hop_length
estimate_tuning: | y sr S n_fft resolution bins_per_octave
feature.chroma_cens: | y sr C hop_length fmin tuning n_chroma n_octaves bins_per_octave cqt_mode window norm
  win_len_smooth smoothing_window
feature.chroma_cqt: | y sr C hop_length fmin norm threshold tuning n_chroma n_octaves window bins_per_octave
  cqt_mode
feature.chroma_stft: | y sr S norm n_fft hop_length tuning
feature.delta: data | width order axis
feature.melspectrogram: | y sr S n_fft hop_length power
feature.mfcc: | y sr S n_mfcc dct_type norm
feature.poly_features: | y sr S n_fft hop_length order freq
feature.rms: | y S frame_length hop_length center pad_mode
feature.stack_memory: data | n_steps delay
feature.tempogram: | y sr onset_envelope hop_length win_length center window norm
feature.tonnetz: | y sr chroma
feature.zero_crossing_rate: y | frame_length hop_length center
fft_frequencies: | sr n_fft
filters.chroma: | sr n_fft n_chroma
filters.cq_to_chroma: n_input | bins_per_octave n_chroma fmin window base_c
filters.get_window: window Nx | fftbins
filters.mel: | sr n_fft n_mels fmin fmax htk norm
filters.semitone_filterbank: | center_freqs tuning sample_rates flayout
filters.window_sumsquare: | window n_frames hop_length win_length n_fft dtype norm
fmt: y | t_min n_fmt kind beta over_sample axis
frames_to_samples: frames | hop_length n_fft
frames_to_time: frames | sr hop_length n_fft
get_duration: | y sr S n_fft hop_length center
hybrid_cqt: y | sr hop_length fmin n_bins bins_per_octave tuning filter_scale norm sparsity window scale
  pad_mode
hz_to_mel: frequencies | htk
icqt: C | sr hop_length fmin bins_per_octave tuning filter_scale norm sparsity window scale
iirt: y | sr win_length hop_length center tuning pad_mode flayout
interp_harmonics: x | freqs
istft: stft_matrix | hop_length win_length window center dtype length
load: path | sr mono offset duration dtype res_type
magphase: D | power
mel_frequencies: n_mels | fmin fmax htk
mel_to_hz: mels | htk
midi_to_note: midi | octave cents
note_to_midi: note | round_midi
onset.melspectrogram: | y sr S n_fft hop_length power
onset.onset_detect: | y sr onset_envelope hop_length backtrack energy units
onset.onset_strength: | y sr S lag max_size detrend center feature aggregate
onset.onset_strength_multi: | y sr S lag max_size detrend center feature aggregate channels
pcen: S | sr hop_length gain bias power time_constant eps b max_size ref axis max_axis
phase_vocoder: D | rate hop_length
piptrack: | y sr S n_fft hop_length fmin fmax threshold
pitch_tuning: frequencies | resolution bins_per_octave
power_to_db: S | ref amin top_db
pseudo_cqt: y | sr hop_length fmin n_bins bins_per_octave tuning filter_scale norm sparsity window scale
  pad_mode
resample: y | orig_sr target_sr res_type fix scale
salience: S | freqs
samples_like: X | hop_length n_fft axis
samples_to_frames: samples | hop_length n_fft
samples_to_time: samples | sr
segment.agglomerative: data k | clusterer axis
segment.lag_to_recurrence: lag | axis
segment.recurrence_matrix: data | k width metric sym sparse mode bandwidth axis
segment.recurrence_to_lag: rec | pad axis
segment.subsegment: data frames | n_segments axis
sequence.dtw: X Y | C metric step_sizes_sigma weights_add weights_mul subseq backtrack global_constraints
  band_rad
sequence.get_window: window Nx | fftbins
sequence.transition_local: n_states width | window wrap
sequence.viterbi: prob transition | p_init return_logp
sequence.viterbi_binary: prob transition | p_state p_init return_logp
sequence.viterbi_discriminative: prob transition | p_state p_init return_logp
stft: y | n_fft hop_length win_length window center dtype pad_mode
tempo_frequencies: n_bins | hop_length sr
tone: frequency | sr length duration phi
util.axis_sort: S | axis index value
util.buf_to_float: x | n_bytes dtype
util.fill_off_diagonal: x | radius value
util.find_files: directory | ext recurse case_sensitive limit offset
util.fix_frames: frames | x_min x_max pad
util.fix_length: data | size axis
util.index_to_slice: idx | idx_min idx_max step pad
util.localmax: x | axis
util.normalize: S | norm axis threshold fill
util.pad_center: data | size axis
util.peak_pick: x | pre_max post_max pre_avg post_avg delta wait
util.rename_kw: | old_name old_value new_name new_value version_deprecated version_removed
util.softmask: X X_ref | power split_zeros
util.sparsify_rows: x | quantile
util.sync: data idx | aggregate pad axis
util.valid_int: x | cast
zero_crossings: y | threshold ref_magnitude pad zero_pos axis
"""
"""A function below `librosa`, the arguments that have a place today, and those that had one behind them."""

_CORE = "librosa.core"
"""Names without a module are those of `librosa.core`, which `librosa` has as well."""


def _rows() -> Iterator[Tuple[str, Places]]:
    for line in re.sub(r"\n +", " ", _TABLE).strip().split("\n"):
        path, _, names = line.partition(":")
        kept, _, named = names.partition("|")
        for root in ("librosa",) if "." in path else ("librosa", _CORE):
            yield f"{root}.{path}", places(kept, named)


LIBROSA_PLACES: Dict[str, Places] = dict(_rows())
